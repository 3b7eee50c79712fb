import type { CaptureErrorCode } from './types.js';

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

/** The only error the SDK raises by itself. `code` is one of the specification's SDK error codes. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly detail: string | undefined;
  readonly field: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly serviceCode: string | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(
    readonly code: CaptureErrorCode,
    details: CaptureErrorDetails = {},
  ) {
    super(details.detail ? `${code}: ${details.detail}` : code, { cause: details.cause });
    this.detail = details.detail;
    this.field = details.field;
    this.status = details.status;
    this.requestId = details.requestId;
    this.serviceCode = details.serviceCode;
    this.retryAfterSec = details.retryAfterSec;
  }

  /** Whether calling again may succeed without anything changing on the person's side. */
  get retryable(): boolean {
    return RETRYABLE.includes(this.code);
  }
}
