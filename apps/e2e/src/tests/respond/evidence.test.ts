import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent, sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { RELEASE_TEXT, CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { offlineCli } from '../../harness/processes/cli.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface Evidence {
  record: {
    sequence: number;
    previousHash: string;
    submissionId: string;
    consent: { text: string; subjectName: string };
    take: { sha256: string; merkleRoot: string; sizeBytes: number };
  };
  hash: string;
  signature: { alg: string; kid: string; value: string };
}

describe('consent evidence', () => {
  const credentials = sharedProduct().credentials;
  const operator = new Operator(credentials);
  let directory: string;
  let fixture: CaptureFixture;
  let clip: Buffer;
  /** Of two people, in the order of their submissions. */
  const evidence: Evidence[] = [];

  const pathOf = (submissionId: string): string =>
    `/v1/capture-requests/${fixture.request.id}/submissions/${submissionId}/evidence`;

  async function verify(content: string): Promise<{ code: number; out: string; err: string }> {
    const file = join(directory, 'evidence.json');
    await writeFile(file, content);
    return offlineCli(directory, ['evidence', 'verify', file, '--keys', join(directory, 'keys.json')]);
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-e2e-evidence-'));
    clip = await makeClip(1);
    fixture = await CaptureFixture.create(credentials);
    const take = { bytes: clip, durationSec: 1, releaseVersion: 'v1' };
    const ids = [
      await fixture.respondent.submit(take),
      await fixture.visitor.submit({ ...take, displayName: 'Grace É.' }),
    ];
    for (const id of ids) evidence.push(await fixture.api.get<Evidence>(pathOf(id)));
    const keys = await fetch(`${credentials.baseUrl}/.well-known/capture-keys.json`);
    await writeFile(join(directory, 'keys.json'), await keys.text());
  });

  afterAll(async () => {
    await fixture.clear();
    await rm(directory, { recursive: true, force: true });
  });

  it('binds the wording and the person to the bytes that were sent, and to the record before', async () => {
    const [first, second] = evidence;
    const { data } = await fixture.submissions();
    expect(first?.record.consent).toEqual(data[1]?.consent);
    expect(second?.record.consent).toMatchObject({ text: RELEASE_TEXT, subjectName: 'Grace É.' });
    const recording = await fixture.recording(data[0]?.recordingId ?? '');
    const merkleRoot = recording.tracks[0]?.captureManifest['merkleRoot'];
    expect(second?.record.take).toEqual({ sha256: sha256(clip), merkleRoot, sizeBytes: clip.length });
    expect(second?.record.sequence).toBe((first?.record.sequence ?? 0) + 1);
    expect(second?.record.previousHash).toBe(first?.hash);
  });

  it('verifies offline with the published keys, one by one and as a chain', async () => {
    for (const entry of evidence)
      expect(await verify(JSON.stringify(entry))).toMatchObject({ code: 0, err: '' });
    expect(await verify(JSON.stringify(evidence))).toMatchObject({ code: 0, err: '' });
    const lines = evidence.map((entry) => JSON.stringify(entry)).join('\n');
    expect(await verify(lines)).toMatchObject({ code: 0, err: '' });
  });

  it('is refused when any byte is changed, and the record is named', async () => {
    const [first, second] = evidence as [Evidence, Evidence];
    const text = JSON.stringify(second);
    const { consent, take, submissionId } = second.record;
    const places = [consent.subjectName, take.sha256, take.merkleRoot, second.hash, second.signature.value];
    for (const place of places) {
      const changed = place.replace(/[a-z0-9]/, (character) => (character === '0' ? '1' : '0'));
      const forged = text.replace(JSON.stringify(place), JSON.stringify(changed));
      expect(forged).not.toBe(text);
      const { code, err } = await verify(`[${JSON.stringify(first)},${forged}]`);
      expect([code, err]).toEqual([1, expect.stringContaining(`Record 2 (${submissionId}`)]);
    }
  });

  it('is signed with another key than manifests, and both are published', async () => {
    const { keys } = JSON.parse(await readFile(join(directory, 'keys.json'), 'utf8')) as {
      keys: { kid: string }[];
    };
    const { data } = await fixture.submissions();
    const { tracks } = await fixture.recording(data[0]?.recordingId ?? '');
    const used = [tracks[0]?.captureManifest.signature.kid, evidence[0]?.signature.kid];
    expect(new Set(used).size).toBe(2);
    expect(new Set(keys.map(({ kid }) => kid))).toEqual(new Set(used));
  });

  it('is a feature of the platform plan: the refusal of another plan names it', async () => {
    const team = await operator.key(await operator.organization('team', 'No evidence'));
    const path = pathOf(evidence[0]?.record.submissionId ?? '');
    const { status, body } = await fixture.api.call<ProblemBody>('GET', path, { token: team.key });
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ code: 'upgrade_required', requiredPlan: 'platform' }),
    ]);
  });

  it('of a backfilled consent does not exist', async () => {
    const request = await fixture.api.post<{ id: string; openLink: { url: string } }>(
      '/v1/capture-requests',
      {
        title: 'Old answers',
        prompt: 'How was it?',
        status: 'active',
        openLink: true,
        release: { required: false, text: RELEASE_TEXT },
      },
    );
    const visitor = new Respondent(fixture.api, accessOf(request.openLink.url));
    const submissionId = await visitor.submit({ bytes: clip, durationSec: 1, displayName: 'Ada' });
    const facts = { acceptedAt: '2024-05-06T07:08:09.000Z', ipAddress: '203.0.113.9' };
    const ids = { organizationId: credentials.organizationId, captureRequestId: request.id, submissionId };
    const imported = await operator.call('POST', '/legacy-consents', { ...ids, ...facts });
    const consent = { version: 'legacy', text: RELEASE_TEXT, subjectName: 'Ada', ...facts };
    expect(imported).toMatchObject({ id: submissionId, consent });
    const path = `/v1/capture-requests/${request.id}/submissions/${submissionId}`;
    expect(await fixture.api.get(path)).toMatchObject({ consent });
    const { status, body } = await fixture.api.call<ProblemBody>('GET', `${path}/evidence`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
