import type { Logger } from '@nestjs/common';
import { AppError, fromProblem, toProblem } from '@capture/contracts';
import { toAppError } from '@capture/platform';

/** A reply crosses as `{answer}` or as `{problem}`, the document that HTTP callers get. */
export function encodeAnswer(answer: unknown): string {
  return JSON.stringify({ answer: answer ?? null });
}

/** The reply to a command that failed. An unexpected error is logged here and shows as `internal` to the caller. */
export function encodeRefusal(subject: string, error: unknown, logger: Pick<Logger, 'error'>): string {
  const shown = toAppError(error);
  if (shown.code === 'internal') logger.error({ err: error, subject }, 'unexpected error in a command');
  return JSON.stringify({ problem: toProblem(shown, { publicUrl: '', requestId: '' }) });
}

/** @throws AppError when the reply is a refusal. */
export function decodeReply(subject: string, text: string): unknown {
  const reply = JSON.parse(text) as { answer?: unknown; problem?: unknown };
  if (reply.problem === undefined) return reply.answer;
  throw fromProblem(reply.problem) ?? new AppError('internal', `${subject} answered with an unknown error.`);
}

export function noReply(subject: string, why: string, cause?: unknown): AppError {
  const detail = `A part of the service is not answering (${subject}: ${why}). Try again shortly.`;
  return new AppError('service_unavailable', detail, { retryAfterSec: 1 }, { cause });
}
