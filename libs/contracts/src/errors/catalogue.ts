/** One row per error code: the HTTP status it renders with and its short, constant title. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
}

/**
 * The whole error vocabulary of the HTTP API. Codes of the interface specification first, ours after.
 * Every code has a page of the same name in docs/errors.
 */
export const ERROR_CATALOGUE = {
  unauthorized: { status: 401, title: 'The credential is missing or not valid' },
  insufficient_scope: { status: 403, title: 'The key lacks a scope' },
  test_mode_scope: { status: 403, title: 'A test key cannot do this' },
  plan_inactive: { status: 403, title: 'The plan does not include API access' },
  upgrade_required: { status: 403, title: 'The plan lacks this feature' },
  key_owner_not_a_member: { status: 403, title: 'The member who created the key has left the organization' },
  capture_allowance_reached: { status: 402, title: 'The capture allowance is spent' },
  organization_paused: { status: 409, title: 'The organization is paused' },
  capture_request_closed: { status: 409, title: 'The capture request is closed' },
  contact_cap: { status: 429, title: 'The roster is full' },
  rate_limited: { status: 429, title: 'Too many requests' },
  invalid_input: { status: 400, title: 'The request failed validation' },
  invalid_cursor: { status: 400, title: 'The cursor resolves to nothing' },
  not_found: { status: 404, title: 'No such object' },

  payload_too_large: { status: 413, title: 'The body is too large' },
  request_timeout: { status: 408, title: 'The body came too slowly' },
  unsupported_media_type: { status: 415, title: 'The content type is not accepted' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  conflict: { status: 409, title: 'The request conflicts with the current state' },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used with another body' },
  track_not_ready: { status: 409, title: 'The track has no downloadable file yet' },
  footage_expired: { status: 410, title: 'The footage was deleted' },
  storage_full: { status: 507, title: 'The media store is full' },
  service_unavailable: { status: 503, title: 'The service is unavailable for the moment' },
  internal: { status: 500, title: 'Something went wrong on our side' },

  link_expired: { status: 401, title: 'The link does not work' },
  capture_request_not_active: { status: 409, title: 'The capture request is not active' },
  superseded: { status: 409, title: 'Another take landed first' },
  take_too_large: { status: 413, title: 'The take is too large' },
  open_take_cap: { status: 429, title: 'Too many unfinished takes' },
  submission_cap: { status: 429, title: 'The request is at its submission cap' },
  session_full: { status: 409, title: 'The room is full' },
  insufficient_role: { status: 403, title: "The member's role does not permit this" },
  host_only: { status: 403, title: 'Only the host may do this' },
  session_closed: { status: 409, title: 'The session has ended' },
  single_sign_on_required: { status: 403, title: 'The organization signs in at its identity provider' },
  single_sign_on_refused: { status: 403, title: 'The identity provider signed nobody in' },
  domain_not_proven: { status: 409, title: 'The record that proves the domain was not found' },
  password_sign_in_required: { status: 403, title: 'Only a sign-in by password may do this' },
  cross_site: { status: 403, title: 'The call does not come from our own pages' },
  other_organization: { status: 409, title: 'The page shows another organization than the sign-in is of' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** Codes whose answer always carries `Retry-After`. */
export const RETRYABLE_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rate_limited',
  'service_unavailable',
]);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_CATALOGUE, value);
}
