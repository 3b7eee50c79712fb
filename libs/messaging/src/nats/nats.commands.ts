import { errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { RequestOptions } from '../bus/bus.js';
import { fromHeaders } from './nats.headers.js';
import { requestWithHeartbeats } from './nats.heartbeats.js';

const COMMAND_SUBJECTS = 'commands.';
/** Each command is served under this as well, for requests that may take long: who serves it sends heartbeats. */
const LONG_COMMAND_SUBJECTS = 'long_commands.';
/** A request that may take longer than this is long. */
const LONG_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;

/** The subjects under which a command is served. */
export function servedSubjects(subject: string): string[] {
  return [COMMAND_SUBJECTS, LONG_COMMAND_SUBJECTS].map((prefix) => `${prefix}${subject}`);
}

/** The reply to a command. @throws what NATS throws, or MissedHeartbeatsError */
export async function requestCommand(
  connection: NatsConnection,
  subject: string,
  payload: string,
  { timeoutMs, headers }: RequestOptions,
): Promise<Msg> {
  if (timeoutMs > LONG_MS) {
    try {
      const limits = { timeoutMs, heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS, headers };
      return await requestWithHeartbeats(connection, `${LONG_COMMAND_SUBJECTS}${subject}`, payload, limits);
    } catch (error) {
      // Of a release before heartbeats: only the former subject is served.
      if (!(error instanceof errors.NoRespondersError)) throw error;
    }
  }
  const options = { timeout: timeoutMs, headers: fromHeaders(headers) };
  return connection.request(`${COMMAND_SUBJECTS}${subject}`, payload, options);
}

/** Why there was no reply, for people. */
export function whyNoReply(error: unknown, timeoutMs: number): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof errors.NoRespondersError) return 'nobody serves it';
  if (error instanceof errors.TimeoutError) return `no reply in ${timeoutMs} ms`;
  return error instanceof Error ? error.message : String(error);
}
