import { AppError, invalidField, networkOf, sha256Hex } from '@capture/contracts';
import { assertCollecting } from '../requests/capture-request.model.js';
import { assertAccepted, wordingShown } from '../requests/release.model.js';
import { DURATION_TOLERANCE_SEC, type Stated, type Take } from '../takes/take.model.js';
import type { Respondent } from './respondent.model.js';
import { checkSizeForDuration } from './take-size.js';

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

/** What of the caller's network is stored: enough to compare, not to read. Null on a personal link. */
export function openedFromOf({ kind, id }: Respondent, ip: string): string | null {
  return kind === 'contact' ? null : sha256Hex(`${id} ${networkOf(ip)}`);
}

/**
 * Identifies the person behind a take: the contact, or on an open link the `respondentId`. Without one every take is a
 * person of its own, recognized by `clientTakeId` when the call is repeated from the same network: strangers share the
 * link, and what one of them chose as an id must not lead another to that take.
 */
export function personOf(
  respondent: Respondent,
  { respondentId, clientTakeId }: Opening,
  takeId: string,
  openedFrom: string | null,
): string {
  if (respondent.kind === 'contact') return respondent.id;
  if (respondentId !== undefined) return `${respondent.id}/respondent/${respondentId}`;
  if (clientTakeId === undefined) return `${respondent.id}/take/${takeId}`;
  return `${respondent.id}/take/${clientTakeId}/from/${openedFrom}`;
}

/** A `clientTakeId` names one recording. @throws AppError `conflict` when it is used for another file. */
export function assertSameRecording(known: Take, { sizeBytes, contentType, durationSec }: NewTake): void {
  const same =
    known.sizeBytes === sizeBytes && known.contentType === contentType && known.durationSec === durationSec;
  if (same) return;
  throw new AppError(
    'conflict',
    'This clientTakeId is that of a take of another size, type or duration. Choose a new one for each recording.',
  );
}

/** Of a take, as the instance is set. */
export interface TakeLimits {
  maxSizeBytes: number;
  maxBitsPerSec: number;
}

/** Refuses before the upload what completing would refuse after it. @throws AppError */
export function assertMayOpen(respondent: Respondent, opening: Opening, limits: TakeLimits, now: Date): void {
  const { request } = respondent;
  assertCollecting(request, respondent.paused, now);
  if (nameOf(respondent, opening) === '')
    throw invalidField('displayName', 'required', 'displayName is required on an open link.');
  if (opening.durationSec > request.maxDurationSec + DURATION_TOLERANCE_SEC)
    throw tooLong(request.maxDurationSec);
  if (opening.sizeBytes > limits.maxSizeBytes) {
    throw new AppError('take_too_large', `A take may have at most ${limits.maxSizeBytes} bytes.`);
  }
  checkSizeForDuration(opening, limits.maxBitsPerSec);
  const number = wordingShown(request.release, opening.releaseVersion);
  assertAccepted(request.release, opening.releaseAccepted, number);
}

/** On a personal link the roster's: consents are signed with it, and its holder could give anybody's. */
function nameOf({ contactName }: Respondent, { displayName }: Opening): string {
  return contactName ?? displayName?.trim() ?? '';
}

type Opened = Pick<Take, 'id' | 'person' | 'previousSubmissionId' | 'openedAt' | 'openedFrom'>;

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
    ...statedBy(respondent, body),
    durationSec: body.durationSec,
    sizeBytes: body.sizeBytes,
    contentType: body.contentType,
    sha256: body.sha256 ?? null,
    partSize: null,
    state: 'open',
    emptySince: opened.openedAt,
    submissionId: null,
    acceptedAt: null,
    ipAddress: null,
    consentNumber: null,
    digests: null,
    attempts: 0,
    refusal: null,
    footageDeletedAt: null,
    footageDeletedFor: null,
  };
}

export function statedBy(respondent: Respondent, body: NewTake): Stated {
  return {
    displayName: nameOf(respondent, body),
    releaseAccepted: body.releaseAccepted,
    releaseNumber: wordingShown(respondent.request.release, body.releaseVersion),
    manifest: JSON.stringify(body.manifest),
  };
}

export function openTakeCapReached(cap: number): AppError {
  return new AppError(
    'open_take_cap',
    `You have ${cap} unfinished takes. Submit or discard one of them first.`,
  );
}

export function addressCapReached(cap: number): AppError {
  return new AppError(
    'open_take_cap',
    `Your address has ${cap} unfinished takes on this link. Submit or discard one of them first.`,
  );
}

function tooLong(maxDurationSec: number): AppError {
  return invalidField('durationSec', 'out_of_range', `A take may last ${maxDurationSec} s at most.`);
}
