import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../harness/clients/respondent.js';
import { cutPut, noise, rawPut, TakeUpload } from '../../harness/clients/take-upload.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const MIB = 1024 * 1024;

describe(`uploads that are interrupted (${MODE})`, () => {
  let fixture: CaptureFixture;

  const open = (bytes: Buffer): Promise<TakeUpload> => TakeUpload.open(fixture.api, fixture.visitor, bytes);

  /** The bytes of a submission's only file. */
  const landed = async (submissionId: string): Promise<Buffer> => {
    const { data } = await fixture.submissions();
    const recordingId = data.find(({ id }) => id === submissionId)?.recordingId ?? '';
    const [track] = (await fixture.recording(recordingId)).tracks;
    const file = await fixture.download(recordingId, track?.id ?? '');
    expect(track?.sha256).toBe(file.sha256);
    return file.bytes;
  };

  const submit = async (take: TakeUpload): Promise<string> => {
    const answer = await take.complete({ sha256: sha256(take.bytes) });
    expect(answer.status).toBe(201);
    return answer.body.submissionId;
  };

  beforeAll(async () => {
    fixture = await CaptureFixture.create(sharedProduct().credentials);
  });
  afterAll(() => fixture.clear());

  it('scenario 30: a cut one byte before, at and after a part boundary costs no more than one part', async () => {
    const { partSize } = await open(noise(100));
    for (const cutAt of [partSize - 1, partSize, partSize + 1]) {
      const take = await open(noise(partSize + MIB));
      for (const { number } of take.parts) {
        const begins = (number - 1) * partSize;
        const grant = await take.grant(number);
        if (!grant) throw new Error(`part ${number} is stored before it was sent`);
        const within = cutAt - begins;
        if (within >= partSize) expect((await take.put(grant)).status).toBe(204);
        else await cutPut(grant, take.part(number), within);
      }
      const before = await take.stored();
      expect(before.length).toBeGreaterThanOrEqual(Math.floor(cutAt / partSize));
      expect(await take.sendMissing()).toEqual(
        take.parts.map(({ number }) => number).filter((number) => !before.includes(number)),
      );
      expect(sha256(await landed(await submit(take)))).toBe(sha256(take.bytes));
    }
  });

  it('scenario 31: complete whose answer was lost gives the same submission again, alone and ten at once', async () => {
    const take = await open(noise(MIB));
    await take.sendMissing();
    await take.completeWithoutAnswer();
    const alone = await take.complete();
    expect(alone.status).toBe(201);
    const { submissionId } = alone.body;
    for (const { body } of await Promise.all(Array.from({ length: 10 }, () => take.complete())))
      expect(body).toEqual({ submissionId });
    await fixture.receiver.event('capture_request.submission_received', { submissionId });
    expect(fixture.receiver.ids('capture_request.submission_received', { submissionId }).size).toBe(1);
    expect(sha256(await landed(submissionId))).toBe(sha256(take.bytes));
  });

  it('scenario 32: two tabs that send one take at once land one intact recording', async () => {
    const first = await open(noise(2 * 8 * MIB + 1000));
    const tab = async (take: TakeUpload): Promise<string> => {
      await until('all parts to be stored', async () => {
        // The other tab's grant may abort this transfer; sending again asks for a new grant.
        await take.sendMissing().catch(() => undefined);
        return (await take.stored()).length === take.parts.length;
      });
      return submit(take);
    };
    const [one, two] = await Promise.all([tab(first), tab(first.reopen())]);
    expect(one).toBe(two);
    expect(sha256(await landed(one))).toBe(sha256(first.bytes));
  });

  it('scenario 33: a client that comes back sends its part while its old connection hangs, and that one is ended', async () => {
    const take = await open(noise(2 * MIB));
    const older = await take.grant(1);
    if (!older) throw new Error('the part is stored before it was sent');
    const halfOpen = rawPut(older, { 'content-length': take.bytes.length });
    halfOpen.request.write(take.bytes.subarray(0, MIB));
    expect(await take.sendMissing()).toEqual([1]);
    // The old transfer never completed, so it was not stored and not acknowledged.
    expect(await halfOpen.answered).not.toBe(204);
    expect(sha256(await landed(await submit(take)))).toBe(sha256(take.bytes));
  });
});
