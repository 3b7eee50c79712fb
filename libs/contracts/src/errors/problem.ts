import { AppError, type ErrorExtras } from './app-error.js';
import { isErrorCode, type ErrorCode } from './catalogue.js';

/** An RFC 9457 problem document as every part of the product answers it. */
export interface Problem extends ErrorExtras {
  /** URL of the documentation page of `code`. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export function toProblem(error: AppError, context: { publicUrl: string; requestId: string }): Problem {
  return {
    type: `${context.publicUrl}/api/docs/errors/${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    code: error.code,
    requestId: context.requestId,
    ...error.extras,
  };
}

/** Rebuilds the error from a document that crossed a process boundary; undefined when it is not one of ours. */
export function fromProblem(value: unknown): AppError | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const {
    code,
    detail,
    type: _type,
    title: _title,
    status: _status,
    requestId: _id,
    ...extras
  } = value as Partial<Problem>;
  if (!isErrorCode(code)) return undefined;
  return new AppError(code, typeof detail === 'string' ? detail : '', extras);
}
