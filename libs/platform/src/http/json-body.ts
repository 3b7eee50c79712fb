import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppError, BODY_LIMITS, checkJsonText } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';

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

/**
 * Refuses bodies that could not be read, once the principal is known. The service itself judges links and tokens, so on
 * their routes that is left to the validation, which comes after.
 */
@Injectable()
export class ReadableBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body, forwardedCall } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body instanceof UnreadableBody && forwardedCall?.principal.kind !== 'capability') throw body.problem;
    return true;
  }
}
