import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../../harness/clients/operator.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip, probe } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface Minted {
  url: string;
  rendition: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
}

describe(`a landed take (${MODE})`, () => {
  const credentials = sharedProduct().credentials;
  let directory: string;
  let fixture: CaptureFixture;
  let clip: Buffer;
  let recordingId: string;
  let trackId: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-seekable-'));
    clip = await makeClip(10);
    fixture = await CaptureFixture.create(credentials);
    const id = await fixture.visitor.submit({
      bytes: clip,
      durationSec: 10,
      displayName: 'Ada',
      releaseVersion: 'v1',
    });
    const { data } = await fixture.submissions();
    recordingId = data.find((submission) => submission.id === id)?.recordingId ?? '';
    trackId = (await fixture.recording(recordingId)).tracks[0]?.id ?? '';
  });
  afterAll(async () => {
    await fixture.clear();
    await rm(directory, { recursive: true, force: true });
  });

  const mint = (rendition: string): Promise<Minted> =>
    fixture.api.post(`/v1/recordings/${recordingId}/tracks/${trackId}/download-url`, { rendition });

  const fetched = async ({ url }: Minted, headers: Record<string, string> = {}): Promise<Buffer> => {
    const answer = await fetch(url, { headers });
    expect(answer.ok).toBe(true);
    return Buffer.from(await answer.arrayBuffer());
  };

  it('has a seekable copy: index in front, no fragments, what a player finds in it unchanged; the original stays', async () => {
    const minted = await mint('seekable');
    const copy = await fetched(minted);
    expect(minted).toMatchObject({ rendition: 'seekable', sizeBytes: copy.length, sha256: sha256(copy) });
    expect(copy.includes('moof')).toBe(false);
    expect(copy.indexOf('moov')).toBeLessThan(copy.indexOf('mdat'));
    const [made, sent] = [join(directory, 'copy.mp4'), join(directory, 'sent.mp4')];
    await writeFile(made, copy);
    await writeFile(sent, clip);
    const [seen, meant] = [await probe(made), await probe(sent)];
    expect(seen.codecs).toEqual(meant.codecs);
    expect(seen.durationSec).toBeCloseTo(meant.durationSec, 1);
    expect((await fetched(minted, { range: 'bytes=-100' })).equals(copy.subarray(-100))).toBe(true);
    const original = await fetched(await mint('original'));
    expect(sha256(original)).toBe(sha256(clip));
  });

  it('is left as it is by a redrive, which is written into the audit log', async () => {
    const operator = new Operator(credentials);
    const uploadId = trackId.replace(/^trk_/, 'upl_');
    const redriven = await operator.call<{ id: string; state: string; organizationId: string }>(
      'POST',
      `/uploads/${uploadId}/redrive`,
    );
    expect(redriven).toMatchObject({ id: uploadId, state: 'completed' });
    expect((await fixture.recording(recordingId)).tracks).toMatchObject([
      { state: 'available', sha256: sha256(clip) },
    ]);
    await until('the audit log to say so', async () => {
      const path = `/orgs/${redriven.organizationId}/audit-log`;
      const { data } = await operator.call<{ data: { action: string; subject: string }[] }>('GET', path);
      return data.some(({ action, subject }) => action === 'upload.redriven' && subject === uploadId);
    });
  });
});
