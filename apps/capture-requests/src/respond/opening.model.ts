import { AppError, invalidField } from '@capture/contracts';
import { assertCollecting } from '../requests/capture-request.model.js';
import { assertAccepted, wordingShown } from '../requests/release.model.js';
import { DURATION_TOLERANCE_SEC, type Take } from '../takes/take.model.js';
import type { Respondent } from './respondent.model.js';

export interface Opening {
  clientTakeId?: string;
  respondentId?: string;
  displayName?: string;
  durationSec: number;
  sizeBytes: number;
  releaseAccepted: boolean;
  releaseVersion?: string;
}

/** An opening with the file that is going to be uploaded. */
export interface NewTake extends Opening {
  contentType: string;
  sha256?: string;
  manifest: Record<string, unknown>;
}

/**
 * Identifies the person behind a take: the contact, or on an open link the `respondentId`. Without one every take is a
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

/** Refuses before the upload what completing would refuse after it. @throws AppError */
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
  assertAccepted(request.release, opening.releaseAccepted, number);
}

function nameOf(respondent: Respondent, { displayName }: Opening): string {
  const given = displayName?.trim() ?? '';
  return given === '' ? (respondent.contactName ?? '') : given;
}

type Opened = Pick<Take, 'id' | 'person' | 'previousSubmissionId' | 'openedAt'>;

export function newTake(respondent: Respondent, body: NewTake, opened: Opened): Take {
  const { kind, id, linkVersion, request } = respondent;
  return {
    ...opened,
    organizationId: request.organizationId,
    captureRequestId: request.id,
    contactId: kind === 'contact' ? id : null,
    campaignId: kind === 'campaign' ? id : null,
    linkVersion,
    clientTakeId: body.clientTakeId ?? null,
    displayName: nameOf(respondent, body),
    durationSec: body.durationSec,
    sizeBytes: body.sizeBytes,
    contentType: body.contentType,
    sha256: body.sha256 ?? null,
    releaseAccepted: body.releaseAccepted,
    releaseNumber: wordingShown(request.release, body.releaseVersion),
    manifest: JSON.stringify(body.manifest),
    partSize: null,
    state: 'open',
    submissionId: null,
    acceptedAt: null,
    ipAddress: null,
    consentNumber: null,
    digests: null,
    attempts: 0,
    refusal: null,
  };
}

export function openTakeCapReached(cap: number): AppError {
  return new AppError(
    'open_take_cap',
    `You have ${cap} unfinished takes. Submit or discard one of them first.`,
  );
}

function tooLong(maxDurationSec: number): AppError {
  return invalidField('durationSec', 'out_of_range', `A take may last ${maxDurationSec} s at most.`);
}
