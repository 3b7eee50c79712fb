import { createHash } from 'node:crypto';
import { SigningKey, verifySigned } from '@capture/platform';
import { describe, expect, it } from 'vitest';
import { GENESIS_HASH, recordOf, seal, type EvidenceRecord } from './evidence.model.js';

const key = new SigningKey(Buffer.alloc(32, 5).toString('base64'));
const submission = { id: 'sub_1', organizationId: 'org_1', captureRequestId: 'crq_1' };
const consent = {
  text: 'I agree — "yes".\n',
  version: 'v1',
  acceptedAt: new Date('2026-11-21T10:00:00.500Z'),
  ipAddress: '2001:db8::9',
  subjectName: 'Ada É.',
};
const take = { sha256: 'a'.repeat(64), merkleRoot: 'b'.repeat(64), sizeBytes: 4_294_967_296 };
const first = recordOf(submission, consent, take, { sequence: 0, hash: GENESIS_HASH });

describe('a record of evidence', () => {
  it('is hashed and signed in its canonical form: members sorted, no spaces, text as it is', () => {
    const { text, hash } = seal(first, key);
    // Written by hand, so that the test does not rely on the code it checks.
    const canonical =
      '{"captureRequestId":"crq_1","consent":{"acceptedAt":"2026-11-21T10:00:00.500Z","ipAddress":"2001:db8::9",' +
      '"subjectName":"Ada É.","text":"I agree — \\"yes\\".\\n","version":"v1"},"evidenceVersion":1,"organizationId":"org_1",' +
      `"previousHash":"${GENESIS_HASH}","sequence":1,"submissionId":"sub_1","take":{"merkleRoot":"${take.merkleRoot}",` +
      `"sha256":"${take.sha256}","sizeBytes":4294967296}}`;
    expect(text).toBe(canonical);
    expect(hash).toBe(createHash('sha256').update(canonical, 'utf8').digest('hex'));
  });

  it('names the hash of the one before it and counts on', () => {
    const { hash } = seal(first, key);
    const second = recordOf({ ...submission, id: 'sub_2' }, consent, take, { sequence: 1, hash });
    expect(second).toMatchObject({ previousHash: hash, sequence: 2, submissionId: 'sub_2' });
  });

  it('carries a signature by the key that is published', () => {
    const { record, signature } = seal(first, key);
    expect(verifySigned({ ...record, signature }, [key.jwk])).toBe(true);
    const other = new SigningKey(Buffer.alloc(32, 6).toString('base64'));
    expect(verifySigned({ ...record, signature }, [other.jwk])).toBe(false);
  });

  const changes: [string, (record: EvidenceRecord) => void][] = [
    ['evidenceVersion', (record) => (record.evidenceVersion = 2)],
    ['organizationId', (record) => (record.organizationId = 'org_2')],
    ['captureRequestId', (record) => (record.captureRequestId = 'crq_2')],
    ['submissionId', (record) => (record.submissionId = 'sub_2')],
    ['consent.text', (record) => (record.consent.text += ' ')],
    ['consent.version', (record) => (record.consent.version = 'v2')],
    ['consent.acceptedAt', (record) => (record.consent.acceptedAt = '2026-11-21T10:00:00.501Z')],
    ['consent.ipAddress', (record) => (record.consent.ipAddress = '2001:db8::a')],
    ['consent.subjectName', (record) => (record.consent.subjectName = 'Ada E.')],
    ['take.sha256', (record) => (record.take.sha256 = 'c'.repeat(64))],
    ['take.merkleRoot', (record) => (record.take.merkleRoot = 'c'.repeat(64))],
    ['take.sizeBytes', (record) => (record.take.sizeBytes += 1)],
    ['previousHash', (record) => (record.previousHash = 'c'.repeat(64))],
    ['sequence', (record) => (record.sequence += 1)],
  ];
  it.each(changes)('with another %s has another hash and does not verify', (_field, change) => {
    const sealed = seal(first, key);
    const forged = structuredClone(sealed.record);
    change(forged);
    expect(seal(forged, key).hash).not.toBe(sealed.hash);
    expect(verifySigned({ ...forged, signature: sealed.signature }, [key.jwk])).toBe(false);
  });
});
