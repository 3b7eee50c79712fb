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
  checkJsonText(body, BODY_LIMITS);
  const text = body.toString();
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
}
