import { statusAt, type CaptureRequest } from '../requests/capture-request.model.js';
import { assertAccepted, type Release } from '../requests/release.model.js';
import { DURATION_TOLERANCE_SEC, type Refusal, type Take } from '../takes/take.model.js';

/** The probe answers in whole seconds, rounded either way. */
const PROBE_ROUNDING_SEC = 1;

/** What became of a step. A refusal is a result and not an error, because what it changes has to commit. */
export type Outcome<T> = { refusal: Refusal } | { value: T };

/**
 * Wording that completing this take consents to: only where the request requires a release and the person accepted
 * it (interface: SDK rule 1).
 * @throws AppError invalid_input where it is required and was not accepted.
 */
export function consentGiven(release: Release, take: Take): number | null {
  assertAccepted(release, take.releaseAccepted, take.releaseNumber);
  return release.required ? take.releaseNumber : null;
}

/** What has become of everything a take depends on, read under the request's lock. */
export interface Landing {
  /** Undefined when deleted. */
  request: CaptureRequest | undefined;
  linkAlive: boolean;
  /** Live submission of the same person. */
  currentSubmissionId: string | null;
  submissionCap: number;
  /** Of the uploaded file, in seconds. */
  durationSec: number;
}

/** Why this take may not become a submission any more; undefined when it may. */
export function landingRefusal(take: Take, landing: Landing, now: Date): Refusal | undefined {
  const { request, currentSubmissionId } = landing;
  if (!request || !landing.linkAlive) return 'link_expired';
  if (statusAt(request, now) !== 'active') return 'capture_request_closed';
  if (currentSubmissionId !== take.previousSubmissionId) return 'superseded';
  if (currentSubmissionId === null && request.submissionCount >= landing.submissionCap)
    return 'submission_cap';
  const allowedSec =
    Math.max(request.maxDurationSec, take.durationSec) + DURATION_TOLERANCE_SEC + PROBE_ROUNDING_SEC;
  return landing.durationSec > allowedSec ? 'too_long' : undefined;
}
