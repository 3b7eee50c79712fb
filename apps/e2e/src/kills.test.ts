import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from './clip.js';
import { persist } from './persist.js';
import { MODE, Product } from './product.js';
import { sha256 } from './respondent.js';
import { Scene } from './scene.js';
import { strike, VICTIMS } from './victims.js';

describe(`kill -9 during the path (scenarios 19, 20, 23, 29; ${MODE})`, () => {
  let product: Product;
  let scene: Scene;
  let clip: Buffer;

  beforeAll(async () => {
    clip = await makeClip(1);
    product = await Product.start({ CAPTURE_SKIP_BUILD: '1' });
    scene = await Scene.set(product.credentials);
  });

  afterAll(async () => {
    await scene.receiver.stop();
    await product.remove();
  });

  it.each(VICTIMS)(
    'loses and doubles nothing when %s dies around the completion of a take',
    async (victim) => {
      const clientTakeId = randomUUID();
      const respondentId = randomUUID();
      const take = {
        bytes: clip,
        durationSec: 1,
        displayName: victim,
        releaseVersion: 'v1',
        clientTakeId,
        respondentId,
      };
      const { visitor } = scene;
      const { takeId, partSize } = await persist('the take to open', () => visitor.open(take));
      const parts = await persist('the parts to be stored', () => visitor.upload(takeId, clip, partSize));

      // The request is on its way while the process dies: its answer may be lost, its effect may or may not exist.
      const racing = visitor.complete(takeId, parts).catch(() => undefined);
      await strike(product, victim);
      await racing;
      const { submissionId } = await persist('the take to complete', () => visitor.complete(takeId, parts));

      await scene.receiver.event('capture_request.submission_received', { submissionId });
      const { data } = await persist('the submissions to be listed', () => scene.submissions());
      const own = data.filter(({ displayName }) => displayName === victim);
      expect(own.map(({ id }) => id)).toEqual([submissionId]);
      const recordingId = own[0]?.recordingId ?? '';
      const recording = await persist('the recording to be read', () => scene.recording(recordingId));
      const file = await persist('the file to be downloaded', () =>
        scene.download(recordingId, recording.tracks[0]?.id ?? ''),
      );
      expect(sha256(file.bytes)).toBe(sha256(clip));
      expect(scene.receiver.ids('capture_request.submission_received', { submissionId }).size).toBe(1);
      expect(scene.receiver.ids('recording.created', { recordingId }).size).toBeLessThanOrEqual(1);
    },
  );

  it('delivers every fact of the runs above under one event id', async () => {
    const { data } = await scene.submissions();
    for (const { id, recordingId } of data) {
      await scene.receiver.event('recording.completed', { recordingId });
      expect(scene.receiver.ids('capture_request.submission_received', { submissionId: id }).size).toBe(1);
      expect(scene.receiver.ids('recording.completed', { recordingId }).size).toBe(1);
    }
  });
});
