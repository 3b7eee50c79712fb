import type { CompletedUpload } from '@capture/contracts';
import type { CaptureRequest } from './capture-request.model.js';
import { consentVersion, type Take } from './take.model.js';

export interface Consent {
  /** The wording as displayed. */
  text: string;
  version: string;
  acceptedAt: Date;
  ipAddress: string;
  subjectName: string;
}

export interface Submission {
  id: string;
  organizationId: string;
  captureRequestId: string;
  contactId: string | null;
  person: string;
  displayName: string;
  recordingId: string | null;
  durationSec: number;
  viaOpenLink: boolean;
  createdAt: Date;
  previousTakeAt: Date | null;
  footageExpiredAt: Date | null;
  consent: Consent | null;
}

/** What a submission is made of. `wording` is the text behind the take's release version. */
export interface Accepted {
  take: Take;
  request: CaptureRequest;
  upload: CompletedUpload;
  wording: string | null;
  previous: Submission | undefined;
}

/** The take as the person's one live answer, with the consent that its complete call gave. */
export function accept({ take, request, upload, wording, previous }: Accepted, now: Date): Submission {
  const { submissionId, contactId, campaignId, displayName } = take;
  if (submissionId === null) throw new Error(`${take.id} lands without an intent`);
  return {
    id: submissionId,
    organizationId: take.organizationId,
    captureRequestId: take.captureRequestId,
    contactId,
    person: take.person,
    displayName,
    recordingId: upload.recordingId,
    durationSec: upload.durationSec,
    viaOpenLink: campaignId !== null,
    createdAt: now,
    previousTakeAt: previous?.createdAt ?? null,
    footageExpiredAt: null,
    consent: consentOf(take, request, wording),
  };
}

/** A consent is recorded only where the request requires a release and the person accepted it (interface: SDK rule 1). */
function consentOf(take: Take, request: CaptureRequest, text: string | null): Consent | null {
  const version = consentVersion(request.release, take);
  const { acceptedAt, ipAddress } = take;
  if (version === null || text === null || acceptedAt === null || ipAddress === null) return null;
  return { text, version, acceptedAt, ipAddress, subjectName: take.displayName };
}
