import {
  AppError,
  invalidField,
  type GrantParts,
  type PartDigest,
  type UploadPhase,
} from '@capture/contracts';
import type { RenditionName } from '../store/object-keys.js';
import { merkleRootHex } from './merkle.js';

/** Parts that one grant call may name. */
const MAX_GRANTED_PARTS = 100;
/** Complete names each part twice, with its digest, in a body of at most 1 MiB. S3 joins 10,000. */
const MAX_PARTS = 4096;

export const UPLOAD_STATES = [
  'open',
  'stranded',
  'processing',
  'failed',
  'completed',
  'aborted',
  'removed',
] as const;
/**
 * open ⇄ stranded → processing → completed, back to open when complete is refused, failed when reading the file ended the
 * process again and again; each of these → aborted; completed → removed once its footage is deleted.
 */
export type UploadPhaseState = (typeof UPLOAD_STATES)[number];

export interface UploadShape {
  /** Declared bytes; null when unknown until complete. */
  sizeBytes: number | null;
  partSize: number;
}

export interface StoredPart {
  number: number;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** The file made of the original that it is part of; absent for the original itself. */
  rendition?: RenditionName;
}

/** True while parts and complete are taken: a stranded upload is resumed by simply going on. */
export function isLive(state: UploadPhaseState): boolean {
  return state === 'open' || state === 'stranded';
}

/** True until the upload has landed or was given up. */
export function isUnfinished(state: UploadPhaseState): boolean {
  return isLive(state) || state === 'processing' || state === 'failed';
}

/** True once the bytes of the upload are to go: it was given up, or its footage is deleted. */
export function isGone(state: UploadPhaseState): boolean {
  return state === 'aborted' || state === 'removed';
}

/** The state as the services that own takes see it. */
export function phaseOf(state: UploadPhaseState): UploadPhase {
  if (isUnfinished(state)) return 'open';
  return state === 'aborted' ? 'aborted' : 'completed';
}

/**
 * Bytes of every part but the last: the usual size, or the hint rounded down to a power of two and up to what a file of
 * `mostBytes` needs to have at most 4096 parts.
 */
export function partSizeFor(hint: number | undefined, usual: number, mostBytes: number): number {
  if (hint === undefined) return usual;
  let size = 2 ** Math.floor(Math.log2(hint));
  while (size * MAX_PARTS < mostBytes) size *= 2;
  return size;
}

/** @throws AppError `take_too_large`. */
export function checkDeclaredSize(sizeBytes: number | null, maxBytes: number): void {
  if (sizeBytes === null) return;
  if (sizeBytes < 1) throw invalidField('sizeBytes', 'out_of_range', 'A take has at least one byte.');
  if (sizeBytes > maxBytes)
    throw new AppError(
      'take_too_large',
      `A take may have ${maxBytes} bytes; this one declares ${sizeBytes}.`,
    );
}

/**
 * Refuses parts that could never be part of the take, before a byte of them travels.
 * @throws AppError `invalid_input` naming the part's field, or `take_too_large`.
 */
export function checkGrant(shape: UploadShape, parts: GrantParts['parts'], maxBytes: number): void {
  if (parts.length < 1 || parts.length > MAX_GRANTED_PARTS) {
    throw invalidField('parts', 'length', `Ask for 1 to ${MAX_GRANTED_PARTS} parts at a time.`);
  }
  if (new Set(parts.map((part) => part.number)).size < parts.length) {
    throw invalidField('parts', 'not_allowed', 'Each part may be named once.');
  }
  parts.forEach((part, index) => checkGrantedPart(shape, part, `parts.${index}`, maxBytes));
}

function checkGrantedPart(
  shape: UploadShape,
  part: GrantParts['parts'][number],
  field: string,
  maxBytes: number,
): void {
  const { partSize, sizeBytes } = shape;
  if (!Number.isSafeInteger(part.number) || part.number < 1) {
    throw invalidField(`${field}.number`, 'out_of_range', 'Parts count from 1.');
  }
  if (!/^[0-9a-f]{64}$/.test(part.sha256))
    throw invalidField(`${field}.sha256`, 'format', 'sha256 is 64 lower-case hex digits.');
  if (!Number.isSafeInteger(part.size) || part.size < 1 || part.size > partSize) {
    throw invalidField(`${field}.size`, 'out_of_range', `A part has 1 to ${partSize} bytes.`);
  }
  const start = (part.number - 1) * partSize;
  if (sizeBytes === null) {
    if (start + part.size > maxBytes)
      throw new AppError('take_too_large', `A take may have ${maxBytes} bytes.`);
    return;
  }
  if (start >= sizeBytes)
    throw invalidField(
      `${field}.number`,
      'out_of_range',
      `A take of ${sizeBytes} bytes has no part ${part.number}.`,
    );
  const expected = Math.min(partSize, sizeBytes - start);
  if (part.size !== expected)
    throw invalidField(
      `${field}.size`,
      'not_allowed',
      `Part ${part.number} of this take has ${expected} bytes.`,
    );
}

export interface Listing {
  parts: PartDigest[];
  merkleRoot: string | null;
  manifest: Record<string, unknown>;
}

export interface VerifiedListing {
  parts: StoredPart[];
  sizeBytes: number;
  merkleRoot: string;
}

/**
 * Holds what the client lists against what is stored: every part there, with that digest, of the right size; the
 * Merkle root, the manifest's own list and the declared size where given. Stored parts that are not listed do not
 * count. Nothing is changed by a refusal.
 * @throws AppError `invalid_input` naming the field.
 */
export function verifyListing(
  shape: UploadShape,
  listing: Listing,
  stored: readonly StoredPart[],
): VerifiedListing {
  const parts = matchParts(listing.parts, stored);
  parts.slice(0, -1).forEach((part) => {
    if (part.size !== shape.partSize) {
      throw invalidField(
        'parts',
        'not_allowed',
        `Part ${part.number} has ${part.size} bytes; every part but the last has ${shape.partSize}.`,
      );
    }
  });
  const sizeBytes = parts.reduce((sum, part) => sum + part.size, 0);
  if (shape.sizeBytes !== null && sizeBytes !== shape.sizeBytes) {
    throw invalidField(
      'parts',
      'not_allowed',
      `The parts have ${sizeBytes} bytes; the take was declared with ${shape.sizeBytes}.`,
    );
  }
  const root = merkleRootHex(parts.map((part) => part.sha256));
  checkRoot('merkleRoot', listing.merkleRoot, root);
  checkRoot('manifest.merkleRoot', listing.manifest['merkleRoot'] ?? null, root);
  checkFragments(listing.manifest['fragments'] ?? null, parts);
  return { parts, sizeBytes, merkleRoot: root };
}

function matchParts(listed: readonly PartDigest[], stored: readonly StoredPart[]): StoredPart[] {
  if (listed.length === 0) throw invalidField('parts', 'length', 'A take has at least one part.');
  const found = new Map(stored.map((part) => [part.number, part]));
  return listed.map((item, index) => {
    if (item.number !== index + 1)
      throw invalidField('parts', 'not_allowed', 'List the parts in order, from 1, without gaps.');
    const part = found.get(item.number);
    if (!part)
      throw invalidField(
        'parts',
        'missing',
        `Part ${item.number} is not stored; send it and complete again.`,
      );
    if (part.sha256 !== item.sha256) {
      throw invalidField(
        'parts',
        'mismatch',
        `Part ${item.number} is stored with another SHA-256; send it again and complete again.`,
      );
    }
    return part;
  });
}

function checkRoot(field: string, claimed: unknown, root: string): void {
  if (claimed !== null && claimed !== root) {
    throw invalidField(
      field,
      'mismatch',
      `${field} is not the RFC 6962 root of the parts' SHA-256 digests, which is ${root}.`,
    );
  }
}

function checkFragments(claimed: unknown, parts: readonly StoredPart[]): void {
  if (claimed === null) return;
  const equal =
    Array.isArray(claimed) &&
    claimed.length === parts.length &&
    parts.every(({ number, size, sha256 }, index) => {
      const item = claimed[index] as Partial<StoredPart> | null;
      return item?.number === number && item.size === size && item.sha256 === sha256;
    });
  if (!equal)
    throw invalidField(
      'manifest.fragments',
      'mismatch',
      'The manifest lists other parts than the ones that are stored.',
    );
}
