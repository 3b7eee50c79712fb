import { canonicalBytes, sha256Hex, type CompletedUpload, type Signature } from '@capture/contracts';
import type { Consent, Submission } from '../submissions/submission.model.js';

const EVIDENCE_VERSION = 1;
/** Predecessor hash of an organization's first record. */
export const GENESIS_HASH = '0'.repeat(64);

/** What is signed. Digests are lower-case hex, times ISO 8601 UTC, sizes bytes. */
export interface EvidenceRecord {
  evidenceVersion: number;
  organizationId: string;
  captureRequestId: string;
  submissionId: string;
  consent: { text: string; version: string; acceptedAt: string; ipAddress: string; subjectName: string };
  take: { sha256: string; merkleRoot: string; sizeBytes: number };
  /** Hash of the organization's record before this one. */
  previousHash: string;
  /** Counts the organization's records from 1. */
  sequence: number;
}

/** The last record of a chain; sequence 0 when it is empty. */
export interface ChainHead {
  sequence: number;
  hash: string;
}

export interface SealedRecord {
  record: EvidenceRecord;
  /** RFC 8785 form of `record`: the text that is hashed and signed. */
  text: string;
  hash: string;
  signature: Signature;
}

type Subject = Pick<Submission, 'id' | 'organizationId' | 'captureRequestId'>;
type Footage = Pick<CompletedUpload, 'sha256' | 'merkleRoot' | 'sizeBytes'>;

/** The record that follows `head`: who accepted what, and for which bytes. */
export function recordOf(
  submission: Subject,
  consent: Consent,
  { sha256, merkleRoot, sizeBytes }: Footage,
  head: ChainHead,
): EvidenceRecord {
  const { text, version, acceptedAt, ipAddress, subjectName } = consent;
  return {
    evidenceVersion: EVIDENCE_VERSION,
    organizationId: submission.organizationId,
    captureRequestId: submission.captureRequestId,
    submissionId: submission.id,
    consent: { text, version, acceptedAt: acceptedAt.toISOString(), ipAddress, subjectName },
    take: { sha256, merkleRoot, sizeBytes },
    previousHash: head.hash,
    sequence: head.sequence + 1,
  };
}

/** Signs bytes with the service's key. */
interface Signer {
  signBytes(bytes: Buffer): Signature;
}

export function seal(record: EvidenceRecord, key: Signer): SealedRecord {
  const bytes = canonicalBytes(record);
  const hash = sha256Hex(bytes);
  return { record, text: bytes.toString('utf8'), hash, signature: key.signBytes(bytes) };
}
