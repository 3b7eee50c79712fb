import type { Schemas } from './types.js';

type Problem = Schemas['Problem'];

/** Codes of the error catalogue; `unexpected_answer` when something in between answered in the API's place. */
export type ErrorCode = Problem['code'] | 'unexpected_answer';

export type FieldError = NonNullable<Problem['errors']>[number];

/** The API refused a call. Program against `code`; `message` is for people and may change. */
export class CaptureApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Quote it to support. */
  readonly requestId: string | undefined;
  /** `invalid_input`: the first field that was refused; all of them in `errors`. */
  readonly field: string | undefined;
  readonly errors: readonly FieldError[];
  /** `insufficient_scope`: what the key lacks. */
  readonly requiredScope: string | undefined;
  /** `upgrade_required`: the plan that has the feature. */
  readonly requiredPlan: string | undefined;
  /** `contact_cap`: the maximum number of contacts in the roster, and how many it has. */
  readonly cap: number | undefined;
  readonly count: number | undefined;
  /** Seconds after which to try again, where the answer says so. */
  readonly retryAfterSec: number | undefined;

  constructor(status: number, body: unknown, headers: { requestId?: string; retryAfterSec?: number } = {}) {
    const problem = isProblem(body) ? body : undefined;
    super(problem ? `${problem.code}: ${problem.detail}` : `The API answered ${status} without saying why.`);
    this.name = 'CaptureApiError';
    this.status = status;
    this.code = problem?.code ?? 'unexpected_answer';
    this.requestId = problem?.requestId ?? headers.requestId;
    this.field = problem?.field;
    this.errors = problem?.errors ?? [];
    this.requiredScope = problem?.requiredScope;
    this.requiredPlan = problem?.requiredPlan;
    this.cap = problem?.cap;
    this.count = problem?.count;
    this.retryAfterSec = headers.retryAfterSec ?? problem?.retryAfterSec;
  }
}

/** No whole answer came, however often it was tried: no connection, or none in time. `cause` says what happened. */
export class CaptureConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CaptureConnectionError';
  }
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  const { code, detail } = body as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}
