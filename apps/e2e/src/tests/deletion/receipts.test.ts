import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, filesWith, withCanary } from '../../harness/canary.js';
import type { ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture, type SubmissionBody } from '../../harness/organizations/capture-fixture.js';
import type { Receipt } from '../../harness/organizations/deletion.js';
import { offlineCli } from '../../harness/processes/cli.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Longer than the sweep that removes what the answer left, on a machine under load. */
const GONE_MS = 120_000;

type Shown = SubmissionBody & { footageExpiredAt: string | null };

describe(`deletion with receipts (${MODE})`, () => {
  const { credentials, dataDir } = sharedProduct();
  const operator = new Operator(credentials);
  let organizationId: string;
  let key: { id: string; key: string };
  let fixture: CaptureFixture;
  let clip: Buffer;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-e2e-receipt-'));
    clip = await makeClip(1);
    organizationId = await operator.organization('platform', 'Deletes');
    key = await operator.key(organizationId);
    fixture = await CaptureFixture.withKey(credentials.baseUrl, key.key);
  });
  afterAll(async () => {
    await fixture.clear();
    await rm(directory, { recursive: true, force: true });
  });

  const pathOf = (submissionId: string): string =>
    `/v1/capture-requests/${fixture.request.id}/submissions/${submissionId}`;
  const shown = (submissionId: string): Promise<Shown> => fixture.api.get(pathOf(submissionId));
  const remove = (path: string): Promise<Receipt> => fixture.api.expect(202, 'DELETE', path);

  async function submitted(bytes: Buffer): Promise<{ submissionId: string; recordingId: string }> {
    const take = { bytes, durationSec: 1, releaseVersion: 'v1', displayName: 'Grace' };
    const submissionId = await fixture.visitor.submit(take);
    return { submissionId, recordingId: (await shown(submissionId)).recordingId ?? '' };
  }

  async function verify(receipt: object): Promise<{ code: number; out: string; err: string }> {
    const [file, keys] = [join(directory, 'receipt.json'), join(directory, 'keys.json')];
    await writeFile(file, JSON.stringify(receipt));
    const published = await fetch(`${credentials.baseUrl}/.well-known/capture-keys.json`);
    await writeFile(keys, await published.text());
    return offlineCli(directory, ['receipt', 'verify', file, '--keys', keys, '--json']);
  }

  it.each(['the recording', 'the submission'])(
    'of %s leaves no byte of the media anywhere, and the answer with its consent stays',
    async (what) => {
      const { bytes, canary } = withCanary(clip);
      const { submissionId, recordingId } = await submitted(bytes);
      const before = await shown(submissionId);
      const trackId = (await fixture.recording(recordingId)).tracks[0]?.id ?? '';
      const link = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
      const urls: string[] = [];
      for (const rendition of ['original', 'seekable'])
        urls.push((await fixture.api.post<{ url: string }>(link, { rendition })).url);
      // The search does find what is there.
      expect(await filesWith(dataDir, canary)).not.toEqual([]);

      const receipt = await remove(
        what === 'the recording' ? `/v1/recordings/${recordingId}` : pathOf(submissionId),
      );
      const facts = { organizationId, recordingId, submissionId, reason: 'requested', deletedBy: key.id };
      expect(receipt).toMatchObject(facts);
      expect(receipt.tracks.flatMap(({ objects }) => objects)).toMatchObject([
        { kind: 'original', sha256: sha256(bytes), sizeBytes: bytes.length },
        { kind: 'seekable' },
      ]);
      for (const url of urls) expect((await fetch(url)).status).toBe(410);
      expect((await fixture.api.call('GET', `/v1/recordings/${recordingId}`)).status).toBe(404);
      await until('the bytes to go', async () => (await filesWith(dataDir, canary)).length === 0, GONE_MS);

      await fixture.receiver.event('submission.footage_expired', { submissionId, recordingId });
      await fixture.receiver.event('recording.deleted', { recordingId, reason: 'requested' });
      const after = { ...before, recordingId: null, footageExpiredAt: receipt.deletedAt };
      expect(after.consent).not.toBeNull();
      expect(await shown(submissionId)).toEqual(after);
      expect((await fixture.api.call('GET', `${pathOf(submissionId)}/evidence`)).status).toBe(200);
      expect(await remove(`/v1/recordings/${recordingId}`)).toEqual(receipt);
      expect(await remove(pathOf(submissionId))).toEqual(receipt);
      expect(fixture.receiver.ids('submission.footage_expired', { submissionId }).size).toBe(1);
    },
  );

  it('answers a receipt that verifies offline, and not when any of it is changed', async () => {
    const { recordingId } = await submitted(clip);
    const receipt = await remove(`/v1/recordings/${recordingId}`);
    const verified = await verify(receipt);
    expect([verified.code, JSON.parse(verified.out)]).toMatchObject([
      0,
      { valid: true, recordingId, deletedBy: key.id, objects: [{ kind: 'original', sha256: sha256(clip) }] },
    ]);
    const changes = [{ deletedAt: new Date().toISOString() }, { deletedBy: 'key_1' }, { tracks: [] }];
    for (const change of changes) expect((await verify({ ...receipt, ...change })).code).toBe(1);
  });

  it('frees the stored bytes that the organization is counted, and leaves nothing of it in the store', async () => {
    const stored = async (): Promise<number> =>
      (await fixture.api.get<{ storageBytes: number }>('/v1/usage')).storageBytes;
    const { submissionId } = await submitted(clip);
    await until('the footage to be counted', async () => (await stored()) === clip.length);
    await remove(pathOf(submissionId));
    await until('the footage to be freed', async () => (await stored()) === 0);
    const files = () => filesBelow(join(dataDir, 'store', organizationId));
    await until('the store to be empty', async () => (await files()).length === 0, GONE_MS);
  });

  it('is refused to a test key and to a key without the scope, and nothing is lost', async () => {
    const { submissionId, recordingId } = await submitted(clip);
    const test = await operator.key(organizationId, { mode: 'test' });
    const other = await operator.key(organizationId, {
      scopes: ['recordings:read', 'recordings:download', 'capture_requests:write'],
    });
    for (const path of [`/v1/recordings/${recordingId}`, pathOf(submissionId)]) {
      const refusals = [
        await fixture.api.call<ProblemBody>('DELETE', path, { token: test.key }),
        await fixture.api.call<ProblemBody>('DELETE', path, { token: other.key }),
      ];
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'test_mode_scope'],
        [403, 'insufficient_scope'],
      ]);
    }
    expect((await shown(submissionId)).recordingId).toBe(recordingId);
    expect((await fixture.recording(recordingId)).status).toBe('complete');
  });
});
