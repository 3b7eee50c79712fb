import { AppError } from '@capture/contracts';
import { statusAt, type CaptureRequest } from '../requests/capture-request.model.js';
import { assertAccepted, type Release } from '../requests/release.model.js';
import { DURATION_TOLERANCE_SEC, type Refusal, type Take } from '../takes/take.model.js';

/** The probe rounds to whole seconds. */
const PROBE_ROUNDING_SEC = 1;

/** Result of a step. A refusal is no error, because its transaction has to commit. */
export type Outcome<T> = { refusal: Refusal } | { value: T };

/**
 * Number of the wording that completing this take consents to; null when the request requires no release.
 * @throws AppError invalid_input when it requires one that was not accepted.
 */
export function consentGiven(release: Release, take: Take): number | null {
  assertAccepted(release, take.releaseAccepted, take.releaseNumber);
  return release.required ? take.releaseNumber : null;
}

/** State of everything that a take depends on, read under the request's lock. */
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

/** Why this take cannot become a submission; undefined when it can. */
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

/** Another run has changed the take meanwhile, so the call has to be repeated. */
export function interrupted(): AppError {
  return new AppError('service_unavailable', 'The take was interrupted; complete it again.', {
    retryAfterSec: 1,
  });
}
