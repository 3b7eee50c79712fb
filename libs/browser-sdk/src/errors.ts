/** The codes of the specification's SDK error table, and no others. */
export type CaptureErrorCode =
  | 'unsupported_browser'
  | 'permission_denied'
  | 'no_devices'
  | 'not_recording'
  | 'nothing_to_submit'
  | 'invalid_request'
  | 'link_expired'
  | 'request_closed'
  | 'superseded'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'upload_failed'
  | 'network';

const RETRYABLE: readonly CaptureErrorCode[] = ['rate_limited', 'upload_failed', 'network'];

export interface CaptureErrorDetails {
  /** A sentence for developers; never shown to respondents as it stands. */
  detail?: string | undefined;
  cause?: unknown;
  /** The rejected field of an `invalid_request`. */
  field?: string | undefined;
  /** HTTP status and request id of the answer that caused it, to quote to support. */
  status?: number | undefined;
  requestId?: string | undefined;
  /** The service's own code, finer than `code`: `organization_paused`, `open_take_cap`… */
  serviceCode?: string | undefined;
  retryAfterSec?: number | undefined;
}

/** The only error the SDK throws. `code` is one of the specification's SDK error codes. */
export class CaptureError extends Error {
  declare readonly code: CaptureErrorCode;
  declare readonly detail?: string;
  declare readonly field?: string;
  declare readonly status?: number;
  declare readonly requestId?: string;
  declare readonly serviceCode?: string;
  declare readonly retryAfterSec?: number;

  constructor(code: CaptureErrorCode, { cause, ...details }: CaptureErrorDetails = {}) {
    super(details.detail ? `${code}: ${details.detail}` : code, { cause });
    Object.assign(this, { name: 'CaptureError', code }, details);
  }

  /** Wraps an unexpected error under the given code. */
  static from(cause: unknown, code: CaptureErrorCode): CaptureError {
    return cause instanceof CaptureError ? cause : new CaptureError(code, { detail: String(cause), cause });
  }

  /** Whether calling again may succeed without the person changing anything. */
  get retryable(): boolean {
    return RETRYABLE.includes(this.code);
  }
}
