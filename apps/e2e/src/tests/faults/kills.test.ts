import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { crash, PROCESSES } from '../../harness/processes/crashes.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { retry } from '../../harness/retry.js';

describe(`kill -9 during the path (scenarios 19, 20, 23, 29; ${MODE})`, () => {
  let product: Product;
  let fixture: CaptureFixture;
  let clip: Buffer;

  beforeAll(async () => {
    clip = await makeClip(1);
    product = await Product.start();
    fixture = await CaptureFixture.create(product.credentials);
  });

  afterAll(async () => {
    await fixture.receiver.stop();
    await product.remove();
  });

  it.each(PROCESSES)(
    'loses and duplicates nothing when %s dies around the completion of a take',
    async (name) => {
      const clientTakeId = randomUUID();
      const respondentId = randomUUID();
      const take = {
        bytes: clip,
        durationSec: 1,
        displayName: name,
        releaseVersion: 'v1',
        clientTakeId,
        respondentId,
      };
      const { visitor } = fixture;
      const { takeId, partSize } = await retry('the take to open', () => visitor.open(take));
      const parts = await retry('the parts to be stored', () => visitor.upload(takeId, clip, partSize));

      // The process dies during the request: its answer may be lost and its effect may or may not exist.
      const racing = visitor.complete(takeId, parts).catch(() => undefined);
      await crash(product, name);
      await racing;
      const { submissionId } = await retry('the take to complete', () => visitor.complete(takeId, parts));

      await fixture.receiver.event('capture_request.submission_received', { submissionId });
      const { data } = await retry('the submissions to be listed', () => fixture.submissions());
      const own = data.filter(({ displayName }) => displayName === name);
      expect(own.map(({ id }) => id)).toEqual([submissionId]);
      const recordingId = own[0]?.recordingId ?? '';
      const recording = await retry('the recording to be read', () => fixture.recording(recordingId));
      const file = await retry('the file to be downloaded', () =>
        fixture.download(recordingId, recording.tracks[0]?.id ?? ''),
      );
      expect(sha256(file.bytes)).toBe(sha256(clip));
      expect(fixture.receiver.ids('capture_request.submission_received', { submissionId }).size).toBe(1);
      expect(fixture.receiver.ids('recording.created', { recordingId }).size).toBeLessThanOrEqual(1);
    },
  );

  it('delivers every event of the runs above under one id', async () => {
    const { data } = await fixture.submissions();
    for (const { id, recordingId } of data) {
      await fixture.receiver.event('recording.completed', { recordingId });
      expect(fixture.receiver.ids('capture_request.submission_received', { submissionId: id }).size).toBe(1);
      expect(fixture.receiver.ids('recording.completed', { recordingId }).size).toBe(1);
    }
  });
});
