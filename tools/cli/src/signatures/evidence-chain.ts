import { createHash } from 'node:crypto';
import { isObject } from './json-file.js';
import type { KeySet } from './key-set.js';
import { canonicalBytes, verifyDetached } from './signed-document.js';

/** What the first record of an organization names as its predecessor. */
const GENESIS_HASH = '0'.repeat(64);

interface EvidenceRecord {
  organizationId: string;
  sequence: number;
  previousHash?: unknown;
}

/** A record whose hash and signature were checked. */
interface Link {
  record: EvidenceRecord;
  hash: string;
  /** Position in the file, from 1. */
  position: number;
}

/** The records of one organization; `missing`: spans of numbers that the file does not hold. */
export interface Chain {
  organizationId: string;
  records: number;
  from: number;
  to: number;
  missing: [from: number, to: number][];
}

/** `fault` names the first record that is wrong. */
export type Verification = { fault: string } | { chains: Chain[] };

/** How a failure calls a record. */
function nameOf(record: unknown, position: number): string {
  const { submissionId, sequence } = isObject(record) ? record : {};
  return `Record ${position} (${submissionId ?? 'no submission'}, sequence ${sequence ?? 'missing'})`;
}

function isRecord(record: unknown): record is EvidenceRecord {
  return (
    isObject(record) &&
    Number.isSafeInteger(record['sequence']) &&
    typeof record['organizationId'] === 'string'
  );
}

/** Why one record is not what was signed; undefined when it is. */
function faultOf(entry: Record<string, unknown>, keySet: KeySet): string | undefined {
  const { record, hash, signature } = entry;
  if (!isRecord(record)) return 'is not an evidence record.';
  const bytes = canonicalBytes(record);
  if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== hash)
    return 'does not have the hash that it states: it was changed.';
  const { valid, reason } = verifyDetached(record, signature, keySet);
  return valid ? undefined : `is not proven. ${reason}`;
}

/** Walks the records of one organization in order; `fault` says what is wrong with `link`. */
function walk(organizationId: string, links: Link[]): { chain: Chain } | { fault: string; link: Link } {
  const [first, ...rest] = links.toSorted((a, b) => a.record.sequence - b.record.sequence);
  if (first === undefined) throw new TypeError('a chain has at least one record');
  const missing: Chain['missing'] = [];
  let before = { hash: GENESIS_HASH, sequence: 0 };
  for (const link of [first, ...rest]) {
    const { sequence, previousHash } = link.record;
    const expected = before.sequence + 1;
    if (sequence < expected) {
      if (link.hash !== before.hash)
        return { fault: 'has the number of another record: the chain forks.', link };
      continue;
    }
    if (sequence > expected) missing.push([expected, sequence - 1]);
    else if (previousHash !== before.hash)
      return { fault: 'does not follow from the record before it: the chain is broken.', link };
    before = { hash: link.hash, sequence };
  }
  const span = { from: first.record.sequence, to: before.sequence, missing };
  return { chain: { organizationId, records: links.length, ...span } };
}

/**
 * Checks evidence as the API answers it, `{record, hash, signature}` each: hash and signature of each record, and that
 * records with consecutive numbers of one organization follow from each other.
 */
export function verifyEvidence(entries: Record<string, unknown>[], keySet: KeySet): Verification {
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(entry, keySet);
    if (fault) return { fault: `${nameOf(entry['record'], index + 1)} ${fault}` };
  }
  const links = entries.map((entry, index) => ({ ...entry, position: index + 1 }) as unknown as Link);
  const chains: Chain[] = [];
  for (const [organizationId, members] of Map.groupBy(links, ({ record }) => record.organizationId)) {
    const walked = walk(organizationId, members);
    if ('fault' in walked)
      return { fault: `${nameOf(walked.link.record, walked.link.position)} ${walked.fault}` };
    chains.push(walked.chain);
  }
  return { chains };
}
