import { Logger } from '@nestjs/common';
import type { AppError } from '@capture/contracts';
import { toAppError } from '@capture/platform';
import type { WebSocket } from 'ws';
import { CLOSE } from '../messages/room-broadcast.js';
import type { RoomError } from '../messages/server-messages.js';

const logger = new Logger('rooms');

/** The message that tells the client of an error, and which of its messages caused it. Unexpected errors are logged. */
export function explain(error: unknown, id?: string): RoomError {
  const { code, detail, extras } = expected(error);
  const field = extras.field === undefined ? {} : { field: extras.field };
  return { type: 'error', code, detail, ...field, ...(id === undefined ? {} : { id }) };
}

/** Sends the error, then closes the socket with the code of its status. */
export function refuse(socket: WebSocket, error: unknown): void {
  const { code, status } = toAppError(error);
  socket.resume();
  socket.send(JSON.stringify(explain(error)), () => socket.close(closeCodeOf(status), code));
}

function expected(error: unknown): AppError {
  const refusal = toAppError(error);
  if (refusal.code === 'internal') logger.error({ err: error }, 'unexpected error in a room');
  return refusal;
}

function closeCodeOf(status: number): number {
  if (status === 401) return CLOSE.unauthorized;
  if (status === 429) return CLOSE.rateLimited;
  if (status === 503) return CLOSE.tooMuch;
  return status >= 500 ? CLOSE.internal : CLOSE.refused;
}
