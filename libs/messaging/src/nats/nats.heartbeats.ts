import { createInbox, errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Headers } from '../bus/bus.js';
import { fromHeaders } from './nats.headers.js';

/**
 * Header of a long request: the interval of heartbeats, in milliseconds. The handler sends an empty message when it gets the
 * request, and another after each interval until its reply.
 */
const HEARTBEAT_HEADER = 'Capture-Heartbeat-Ms';

export interface HeartbeatLimits {
  /** How long the request may take. */
  timeoutMs: number;
  /** How long after the request, and after each heartbeat, the handler counts as dead. */
  heartbeatTimeoutMs: number;
}

/** The process that worked on a request has died, hangs or is cut off. */
export class MissedHeartbeatsError extends Error {
  constructor(heartbeatTimeoutMs: number) {
    super(`no heartbeat in ${heartbeatTimeoutMs} ms`);
  }
}

/**
 * A request that may take long. It fails soon, instead of after its whole time, when the process that works on it dies.
 * @throws MissedHeartbeatsError, or what a short request throws
 */
export function requestWithHeartbeats(
  connection: NatsConnection,
  subject: string,
  payload: string,
  { timeoutMs, heartbeatTimeoutMs, headers }: HeartbeatLimits & { headers?: Headers },
): Promise<Msg> {
  const inbox = createInbox();
  return new Promise((resolve, reject) => {
    let missed: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(limit);
      clearTimeout(missed);
      if (!replies.isClosed()) replies.unsubscribe();
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const awaitHeartbeat = (): void => {
      clearTimeout(missed);
      missed = setTimeout(() => fail(new MissedHeartbeatsError(heartbeatTimeoutMs)), heartbeatTimeoutMs);
    };
    const hear = (error: Error | null, message: Msg): void => {
      if (error) return fail(error);
      if (message.headers?.code === 503) return fail(new errors.NoRespondersError(subject));
      if (message.data.length > 0) {
        end();
        return resolve(message);
      }
      awaitHeartbeat();
    };
    const replies = connection.subscribe(inbox, { callback: hear });
    const limit = setTimeout(() => fail(new errors.TimeoutError()), timeoutMs);
    // Also with its connection, on which no reply can come any more.
    void replies.closed.then(() => fail(new errors.ClosedConnectionError()));
    const interval = { [HEARTBEAT_HEADER]: String(Math.ceil(heartbeatTimeoutMs / 5)) };
    awaitHeartbeat();
    const options = { reply: inbox, headers: fromHeaders({ ...headers, ...interval }) };
    try {
      connection.publish(subject, payload, options);
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** Sends the heartbeats that a request asks for. @returns what ends them, to be called before the reply */
export function sendHeartbeats(request: Msg): () => void {
  const everyMs = Number(request.headers?.get(HEARTBEAT_HEADER));
  if (!(everyMs > 0)) return () => undefined;
  const timer = setInterval(beat, everyMs);
  function beat(): void {
    try {
      request.respond();
    } catch {
      // The connection is closed: the reply will fail as well, and says why.
      clearInterval(timer);
    }
  }
  beat();
  return () => clearInterval(timer);
}
