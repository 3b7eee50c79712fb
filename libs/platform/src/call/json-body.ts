import { isUtf8 } from 'node:buffer';
import { AppError, BODY_LIMITS, checkJsonText } from '@capture/contracts';

/**
 * Stands for a body that could not be read. It is refused where bodies are validated: after the credential of the call,
 * which some services can only judge themselves.
 */
export class UnreadableBody {
  constructor(readonly problem: AppError) {}
}

/** The value of a JSON body, or why there is none. */
export function readJsonBody(body: Buffer): unknown {
  try {
    return parse(body);
  } catch (error) {
    const problem =
      error instanceof AppError ? error : new AppError('invalid_input', 'The body is not valid JSON.');
    return new UnreadableBody(problem);
  }
}

function parse(body: Buffer): unknown {
  if (body.length === 0) throw new AppError('invalid_input', 'The body is empty; send a JSON object.');
  // Decoded all the same, a name in another encoding would be stored with other characters in it than were sent.
  if (!isUtf8(body)) throw new AppError('invalid_input', 'The body is not UTF-8; send JSON in UTF-8.');
  checkJsonText(body, BODY_LIMITS);
  const text = body.toString();
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
}
