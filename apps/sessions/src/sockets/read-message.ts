import type { ValidationPipe } from '@nestjs/common';
import { checkJsonText, invalidField, MESSAGE_LIMITS } from '@capture/contracts';
import { validationPipe } from '@capture/platform';
import { CLIENT_MESSAGES, MESSAGE_ID, type ClientMessage } from '../messages/client-messages.js';

/** An SDP offer with many candidates takes some 20 KiB. */
const MAX_SIGNAL_BYTES = 32 * 1024;
/** What a signal has around its data. */
const SIGNAL_FRAME_BYTES = 256;

const pipe: ValidationPipe = validationPipe();

/** What arrived on a socket, before it is known to be a message. */
export interface Arrived {
  value: unknown;
  bytes: number;
  /** Undefined where there is none, or none by which an error could be told apart. */
  id: string | undefined;
}

/**
 * @param text undefined for a binary message
 * @throws AppError `invalid_input` for one that holds too much.
 */
export function readArrived(text: Buffer | undefined): Arrived {
  const value = readJson(text);
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  const named = typeof id === 'string' && MESSAGE_ID.test(id) ? id : undefined;
  return { value, bytes: text?.length ?? 0, id: named };
}

/** @throws AppError `invalid_input` naming the field. */
export async function toMessage({ value, bytes }: Arrived): Promise<ClientMessage> {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(CLIENT_MESSAGES, type)) {
    const known = Object.keys(CLIENT_MESSAGES).join(', ');
    throw invalidField('type', 'not_allowed', `A message is a JSON object whose type is one of: ${known}.`);
  }
  if (type === 'signal' && bytes > MAX_SIGNAL_BYTES + SIGNAL_FRAME_BYTES)
    throw invalidField('data', 'too_long', 'The data of a signal takes at most 32 KiB.');
  const metatype = CLIENT_MESSAGES[type as keyof typeof CLIENT_MESSAGES];
  return (await pipe.transform(value, { type: 'body', metatype })) as ClientMessage;
}

function readJson(text: Buffer | undefined): unknown {
  if (text !== undefined) checkJsonText(text, MESSAGE_LIMITS);
  try {
    return text === undefined ? undefined : JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
