import type { CompletedUpload } from '@capture/contracts';
import { versionLabel } from '../requests/release.model.js';
import type { Take } from '../takes/take.model.js';

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

/** What a submission is made of. `wording` is the text that was consented to. */
export interface Accepted {
  take: Take;
  upload: CompletedUpload;
  wording: string | null;
  previous: Submission | undefined;
}

/** Makes the submission that becomes the person's live answer, with the consent given by the complete call. */
export function accept({ take, upload, wording, previous }: Accepted, now: Date): Submission {
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
    consent: consentOf(take, wording),
  };
}

function consentOf(take: Take, text: string | null): Consent | null {
  const { consentNumber, acceptedAt, ipAddress } = take;
  if (consentNumber === null) return null;
  if (text === null || acceptedAt === null || ipAddress === null)
    throw new Error(`${take.id} lands without what its consent needs`);
  return { text, version: versionLabel(consentNumber), acceptedAt, ipAddress, subjectName: take.displayName };
}
