import { AppError, invalidField } from '@capture/contracts';
import { assertCollecting, closedError, statusAt, type CaptureRequest } from './capture-request.model.js';
import type { LinkKind } from './link.model.js';
import { versionNumber, type Release } from './release.model.js';

/** open → completing → submitted, back to open when the upload is not whole, or refused for good. */
export const TAKE_STATES = ['open', 'completing', 'submitted', 'refused'] as const;
export type TakeState = (typeof TAKE_STATES)[number];

/** A recorder never stops on the dot. */
const DURATION_TOLERANCE_SEC = 2;
/** The probe answers in whole seconds, rounded either way. */
const PROBE_ROUNDING_SEC = 1;

export const REFUSALS = [
  'link_expired',
  'capture_request_closed',
  'superseded',
  'submission_cap',
  'too_long',
] as const;
/** Why a take can never land. */
export type Refusal = (typeof REFUSALS)[number];

export interface Take {
  id: string;
  organizationId: string;
  captureRequestId: string;
  contactId: string | null;
  campaignId: string | null;
  linkVersion: number;
  person: string;
  clientTakeId: string | null;
  displayName: string;
  durationSec: number;
  sizeBytes: number;
  contentType: string;
  sha256: string | null;
  releaseAccepted: boolean;
  releaseNumber: number | null;
  /** JSON text. */
  manifest: string;
  previousSubmissionId: string | null;
  partSize: number | null;
  state: TakeState;
  openedAt: Date;
  submissionId: string | null;
  acceptedAt: Date | null;
  ipAddress: string | null;
  /** Wording that the complete call consented to; null when the request required none by then. */
  consentNumber: number | null;
  /** JSON text of the digests that complete named. */
  digests: string | null;
  attempts: number;
  refusal: Refusal | null;
}

/** Who holds a link, and what it leads to. */
export interface Respondent {
  kind: LinkKind;
  /** Contact or campaign. */
  id: string;
  linkVersion: number;
  contactName: string | null;
  request: CaptureRequest;
  paused: boolean;
  submissionCap: number;
}

export interface Opening {
  clientTakeId?: string;
  respondentId?: string;
  displayName?: string;
  durationSec: number;
  sizeBytes: number;
  releaseAccepted: boolean;
  releaseVersion?: string;
}

/**
 * Whose take it is: a contact's, or on the open link that of a `respondentId`. Without one every take is a
 * person of its own, recognized by `clientTakeId` when the call is repeated.
 */
export function personOf(
  respondent: Respondent,
  { respondentId, clientTakeId }: Opening,
  takeId: string,
): string {
  if (respondent.kind === 'contact') return respondent.id;
  if (respondentId !== undefined) return `${respondent.id}/respondent/${respondentId}`;
  return `${respondent.id}/take/${clientTakeId ?? takeId}`;
}

/** Refuses early what completing would refuse (design: respond routes). @throws AppError */
export function assertMayOpen(
  respondent: Respondent,
  opening: Opening,
  limits: { maxSizeBytes: number },
  now: Date,
): void {
  const { request } = respondent;
  assertCollecting(request, respondent.paused, now);
  if (nameOf(respondent, opening) === '')
    throw invalidField('displayName', 'required', 'displayName is required on an open link.');
  if (opening.durationSec > request.maxDurationSec + DURATION_TOLERANCE_SEC)
    throw tooLong(request.maxDurationSec);
  if (opening.sizeBytes > limits.maxSizeBytes) {
    throw new AppError('take_too_large', `A take may have at most ${limits.maxSizeBytes} bytes.`);
  }
  const number = wordingShown(request.release, opening.releaseVersion);
  assertReleaseHolds(request.release, opening.releaseAccepted, number);
}

export function nameOf(respondent: Respondent, { displayName }: Opening): string {
  const given = displayName?.trim() ?? '';
  return given === '' ? (respondent.contactName ?? '') : given;
}

/** Number of the wording that was displayed. Wordings are numbered from 1 and all kept. */
export function wordingShown(release: Release, label: string | undefined): number | null {
  if (label === undefined) return null;
  const number = versionNumber(label);
  if (number !== undefined && number <= release.count) return number;
  throw invalidField('releaseVersion', 'not_allowed', 'releaseVersion is not a wording of this request.');
}

/** Holds when the take is opened and again when it is completed: a release may have become required meanwhile. */
function assertReleaseHolds(release: Release, accepted: boolean, number: number | null): void {
  if (!release.required) return;
  if (!accepted)
    throw invalidField('releaseAccepted', 'required', 'This request needs its release accepted.');
  if (number === null)
    throw invalidField('releaseVersion', 'required', 'releaseVersion is required when a release is.');
}

/**
 * Wording that completing this take consents to: only where the request requires a release and the person accepted
 * it (interface: SDK rule 1).
 * @throws AppError invalid_input where it is required and was not accepted.
 */
export function consentGiven(release: Release, take: Take): number | null {
  assertReleaseHolds(release, take.releaseAccepted, take.releaseNumber);
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

export function refusalError(refusal: Refusal): AppError {
  const errors: Record<Refusal, () => AppError> = {
    link_expired: linkExpired,
    capture_request_closed: closedError,
    superseded: () =>
      new AppError(
        'superseded',
        'Another take of this person landed first; that one is the live submission.',
      ),
    submission_cap: submissionCapReached,
    too_long: () =>
      invalidField('durationSec', 'out_of_range', 'The recording is longer than this request takes.'),
  };
  return errors[refusal]();
}

/** One answer for every link, take or key that does not work, so that nothing can be found out by asking. */
export function linkExpired(): AppError {
  return new AppError(
    'link_expired',
    'This link does not work, or does not work any more. Ask for a new one.',
  );
}

export function submissionCapReached(): AppError {
  return new AppError('submission_cap', 'This request has all the submissions it can take.');
}

export function openTakeCapReached(cap: number): AppError {
  return new AppError(
    'open_take_cap',
    `You have ${cap} unfinished takes. Submit or discard one of them first.`,
  );
}

/** The id of a take's upload: the same number under the prefix of uploads. */
export function uploadIdOf(take: Pick<Take, 'id'>): string {
  return take.id.replace(/^tke_/, 'upl_');
}

function tooLong(maxDurationSec: number): AppError {
  return invalidField('durationSec', 'out_of_range', `A take may last ${maxDurationSec} s at most.`);
}
