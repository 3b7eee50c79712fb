/** Scopes an API key may hold. Independent: none implies another. */
export const SCOPES = [
  'recordings:read',
  'recordings:download',
  'recordings:delete',
  'usage:read',
  'capture_requests:read',
  'capture_requests:write',
  'sessions:read',
  'sessions:write',
  'webhooks:read',
  'webhooks:write',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Features a plan may include; a call to one that the plan lacks answers 403 `upgrade_required`. */
export const FEATURES = [
  'api',
  'capture_requests',
  'recordings',
  'sessions',
  'webhooks',
  'consent_evidence',
] as const;

export type Feature = (typeof FEATURES)[number];

/** Ceilings that come with the plan. */
export interface PlanLimits {
  /** Contacts per capture request. */
  rosterCap: number;
  /** Submissions per capture request. */
  submissionCap: number;
  /** Guests in a room who have joined and not left; the host does not count. */
  maxGuests: number;
}
