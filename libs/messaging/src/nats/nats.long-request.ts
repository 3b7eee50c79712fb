import { createInbox, errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Headers } from '../bus/bus.js';
import { fromHeaders } from './nats.headers.js';

/**
 * Asks whoever handles a request to say so at once and again every so many milliseconds, in empty messages, until the
 * reply. A process of a release that does not know the header just replies.
 */
const SIGN_EVERY_MS_HEADER = 'Capture-Sign-Every-Ms';

/** How long a request may take, in milliseconds. */
export interface Patience {
  timeoutMs: number;
  /** How long its handler may give no sign once it has given one. */
  silenceMs: number;
}

/** Nothing was heard for so long of a process that was working on a request: it has died, hangs or is cut off. */
export class SilenceError extends Error {
  constructor(silenceMs: number) {
    super(`no sign of work in ${silenceMs} ms`);
  }
}

/**
 * A request that may take long. It fails soon, instead of after its whole time, when the process that works on it dies.
 * @throws SilenceError, or what a short request throws
 */
export function requestWithSigns(
  connection: NatsConnection,
  subject: string,
  payload: string,
  { timeoutMs, silenceMs, headers }: Patience & { headers?: Headers },
): Promise<Msg> {
  const inbox = createInbox();
  return new Promise((resolve, reject) => {
    let silence: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(limit);
      clearTimeout(silence);
      if (!replies.isClosed()) replies.unsubscribe();
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const hear = (error: Error | null, message: Msg): void => {
      if (error) return fail(error);
      if (message.headers?.code === 503) return fail(new errors.NoRespondersError(subject));
      if (message.data.length > 0) {
        end();
        return resolve(message);
      }
      clearTimeout(silence);
      silence = setTimeout(() => fail(new SilenceError(silenceMs)), silenceMs);
    };
    const replies = connection.subscribe(inbox, { callback: hear });
    const limit = setTimeout(() => fail(new errors.TimeoutError()), timeoutMs);
    // Also with its connection, on which no reply can come any more.
    void replies.closed.then(() => fail(new errors.ClosedConnectionError()));
    const signEvery = { [SIGN_EVERY_MS_HEADER]: String(Math.ceil(silenceMs / 5)) };
    const options = { reply: inbox, headers: fromHeaders({ ...headers, ...signEvery }) };
    try {
      connection.publish(subject, payload, options);
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** Gives the signs that a request asks for. @returns to be called before the reply */
export function giveSigns(request: Msg): () => void {
  const everyMs = Number(request.headers?.get(SIGN_EVERY_MS_HEADER));
  if (!(everyMs > 0)) return () => undefined;
  const timer = setInterval(give, everyMs);
  function give(): void {
    try {
      request.respond();
    } catch {
      // The connection is closed: the reply will fail as well, and says why.
      clearInterval(timer);
    }
  }
  give();
  return () => clearInterval(timer);
}
