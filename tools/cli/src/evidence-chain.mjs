import { createHash } from 'node:crypto';
import { isObject } from './json-file.mjs';
import { canonicalBytes, verifyDetached } from './signed-document.mjs';

/** What the first record of an organization names as its predecessor. */
const GENESIS_HASH = '0'.repeat(64);

/** How a failure calls a record; `position` counts from 1 in the file. */
function nameOf(entry, position) {
  const { submissionId, sequence } = entry.record ?? {};
  return `Record ${position} (${submissionId ?? 'no submission'}, sequence ${sequence ?? 'missing'})`;
}

/** Why one record is not what was signed; undefined when it is. */
function faultOf({ record, hash, signature }, keySet) {
  if (
    !isObject(record) ||
    !Number.isSafeInteger(record.sequence) ||
    typeof record.organizationId !== 'string'
  )
    return 'is not an evidence record.';
  const bytes = canonicalBytes(record);
  if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== hash)
    return 'does not have the hash that it states: it was changed.';
  const { valid, reason } = verifyDetached(record, signature, keySet);
  return valid ? undefined : `is not proven. ${reason}`;
}

function byOrganization(entries) {
  const chains = new Map();
  for (const entry of entries) {
    const { organizationId } = entry.record;
    chains.set(organizationId, [...(chains.get(organizationId) ?? []), entry]);
  }
  return chains;
}

/** Walks the records of one organization in order. `missing`: spans of numbers that the file does not hold. */
function walk(organizationId, entries) {
  const links = entries.toSorted((a, b) => a.record.sequence - b.record.sequence);
  const missing = [];
  let before = { hash: GENESIS_HASH, record: { sequence: 0 } };
  for (const link of links) {
    const { sequence, previousHash } = link.record;
    const expected = before.record.sequence + 1;
    if (sequence < expected) {
      if (link.hash !== before.hash)
        return { fault: 'has the number of another record: the chain forks.', link };
      continue;
    }
    if (sequence > expected) missing.push([expected, sequence - 1]);
    else if (previousHash !== before.hash)
      return { fault: 'does not follow from the record before it: the chain is broken.', link };
    before = link;
  }
  const span = { from: links[0].record.sequence, to: before.record.sequence, missing };
  return { chain: { organizationId, records: links.length, ...span } };
}

/**
 * Checks evidence as the API answers it: hash and signature of each record, and that records with consecutive numbers
 * of one organization follow from each other.
 * @param {{ record: object, hash: string, signature: object }[]} entries
 * @returns {{ fault: string } | { chains: { organizationId: string, records: number, from: number, to: number,
 *   missing: [number, number][] }[] }} `fault` names the first record that is wrong
 */
export function verifyEvidence(entries, keySet) {
  const positions = new Map(entries.map((entry, index) => [entry, index + 1]));
  for (const entry of entries) {
    const fault = faultOf(entry, keySet);
    if (fault) return { fault: `${nameOf(entry, positions.get(entry))} ${fault}` };
  }
  const chains = [];
  for (const [organizationId, members] of byOrganization(entries)) {
    const { fault, link, chain } = walk(organizationId, members);
    if (fault) return { fault: `${nameOf(link, positions.get(link))} ${fault}` };
    chains.push(chain);
  }
  return { chains };
}
