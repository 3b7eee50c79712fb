import type { DeletionReason } from '@capture/contracts';

/** open → completing → submitted; back to open when parts are missing, or refused for good. */
export const TAKE_STATES = ['open', 'completing', 'submitted', 'refused'] as const;
export type TakeState = (typeof TAKE_STATES)[number];

/** Recorders stop a little late. */
export const DURATION_TOLERANCE_SEC = 2;

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
  /** JSON text, as given on opening. */
  manifest: string;
  previousSubmissionId: string | null;
  partSize: number | null;
  state: TakeState;
  openedAt: Date;
  /** SHA-256 of the network that it was opened from on an open link. */
  openedFrom: string | null;
  /** When the device last asked where to put a part, while none is known to be stored; null once one is. */
  emptySince: Date | null;
  submissionId: string | null;
  acceptedAt: Date | null;
  ipAddress: string | null;
  /** Wording that the complete call consented to; null when the request required none by then. */
  consentNumber: number | null;
  /** JSON text of what complete named: digests, and its manifest where it had one. Forgotten when the take reopens. */
  digests: string | null;
  attempts: number;
  refusal: Refusal | null;
  /** When and why its recording was deleted, if that was before the take has landed. */
  footageDeletedAt: Date | null;
  footageDeletedFor: DeletionReason | null;
}

/** What an opening states beside which recording it is. Opening the take again states it anew. */
export type Stated = Pick<Take, 'displayName' | 'releaseAccepted' | 'releaseNumber' | 'manifest'>;

/** What the complete call said, kept until the take has landed (ADR 8). */
export interface Intent {
  submissionId: string;
  acceptedAt: Date;
  ipAddress: string;
  consentNumber: number | null;
  digests: string;
  resumeAt: Date;
}

/** The id of a take's upload: the same number under the prefix of uploads. */
export function uploadIdOf(take: Pick<Take, 'id'>): string {
  return take.id.replace(/^tke_/, 'upl_');
}
