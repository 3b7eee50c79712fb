import {
  newId,
  type ChangeMade,
  type DeletionReceipt,
  type KeyPrincipal,
  type Problem,
  type PublicJwk,
  type Signature,
} from '@capture/contracts';
import { verifySigned } from '@capture/platform';
import { keyPrincipal, PUBLIC, type Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { eventTypesOf, readRecording } from '../fixtures/recordings.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

type Deleted = DeletionReceipt & Problem & { signature: Signature };

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_RENDITION_WAIT_MS: '15000',
  });
});
afterAll(() => service.stop());

const keyOf = ({ organizationId }: Uploader): KeyPrincipal => keyPrincipal({ organizationId });

function remove(principal: KeyPrincipal, recordingId: string): Promise<Answer<Deleted>> {
  return service.call<Deleted>('DELETE', `/v1/recordings/${recordingId}`, { principal });
}

function mint(
  principal: KeyPrincipal,
  { recordingId, trackId }: { recordingId: string; trackId: string },
  rendition: string,
): Promise<Answer<DownloadUrlDto>> {
  const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
  return service.call<DownloadUrlDto>('POST', path, { principal, body: { rendition } });
}

function changesOf(organizationId: string, action: string): ChangeMade[] {
  return service
    .eventsOf(organizationId)
    .filter(({ type }) => type === 'change.made')
    .map(({ data }) => data as ChangeMade)
    .filter((change) => change.action === action);
}

describe('DELETE of a recording', () => {
  it('answers a signed receipt of every object, by whom and when; a repeat answers the same one', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const landed = await take.land({ submissionId: newId('submission') });
    const key = keyOf(take);
    const copy = await mint(key, landed, 'seekable');
    expect(copy.status).toBe(201);
    const { submissionId } = await readRecording(service, take.organizationId, landed.recordingId);

    const first = await remove(key, landed.recordingId);
    expect(first.status).toBe(202);
    expect(first.body).toEqual({
      receiptVersion: 2,
      id: expect.stringMatching(/^rcp_/) as string,
      organizationId: take.organizationId,
      recordingId: landed.recordingId,
      sessionId: null,
      captureRequestId: take.captureRequestId,
      submissionId,
      reason: 'requested',
      deletedAt: expect.any(String) as string,
      deletedBy: key.keyId,
      tracks: [
        {
          id: landed.trackId,
          sha256: sha256(REAL_TAKE),
          sizeBytes: REAL_TAKE.length,
          objects: [
            { kind: 'original', number: null, sha256: sha256(REAL_TAKE), sizeBytes: REAL_TAKE.length },
            { kind: 'seekable', number: null, sha256: copy.body.sha256, sizeBytes: copy.body.sizeBytes },
          ],
        },
      ],
      signature: expect.objectContaining({ alg: 'EdDSA' }) as Signature,
    });
    const published = await service.call<{ keys: PublicJwk[] }>('GET', '/.well-known/capture-keys.json', {
      principal: PUBLIC,
    });
    expect(verifySigned(first.body, published.body.keys)).toBe(true);
    const forged = { ...first.body, deletedBy: newId('key') };
    expect(verifySigned(forged, published.body.keys)).toBe(false);

    const repeats = await Promise.all([
      remove(keyOf(take), landed.recordingId),
      remove(key, landed.recordingId),
    ]);
    for (const { status, body } of repeats) expect([status, body]).toEqual([202, first.body]);
  });

  it('names no copy in its receipt that could not be made', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const landed = await take.land();
    await service.sql(
      `INSERT INTO rendition (upload_id, name, organization_id, state, failure, part_size, requested_at)
       VALUES ($1, 'seekable', $2, 'failed', 'no picture', 1048576, now())`,
      take.uploadId,
      take.organizationId,
    );
    const { body } = await remove(keyOf(take), landed.recordingId);
    expect(body.tracks.flatMap(({ objects = [] }) => objects).map(({ kind }) => kind)).toEqual(['original']);
  });

  it('removes the recording for every reader at once, its links and then its bytes, and is told of once', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const landed = await take.land();
    const key = keyOf(take);
    const urls = [await mint(key, landed, 'original'), await mint(key, landed, 'seekable')];
    const { body: receipt } = await remove(key, landed.recordingId);
    expect(await readRecording(service, take.organizationId, landed.recordingId)).toMatchObject({
      status: 404,
    });
    for (const { body } of urls)
      expect((await service.call('GET', body.url, { principal: PUBLIC })).status).toBe(410);
    await until('the bytes to go', async () => (await blobsOf(service, take.ref)).length === 0);
    await remove(key, landed.recordingId);
    await service.idleOutbox();
    const told = service.eventsOf(take.organizationId).filter(({ type }) => type === 'recording.deleted');
    expect(told.map(({ occurredAt, data }) => [occurredAt, data])).toEqual([
      [
        receipt.deletedAt,
        {
          recordingId: landed.recordingId,
          sessionId: null,
          captureRequestId: take.captureRequestId,
          reason: 'requested',
        },
      ],
    ]);
    expect(changesOf(take.organizationId, 'recording.deleted')).toEqual([
      {
        actor: key.keyId,
        ip: '203.0.113.7',
        action: 'recording.deleted',
        subject: landed.recordingId,
        detail: { receiptId: receipt.id },
      },
    ]);
  });

  it('of many at once deletes once, and each is answered the one receipt', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(keyOf(take), recordingId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await service.idleOutbox();
    expect(
      eventTypesOf(service, take.organizationId).filter((type) => type === 'recording.deleted'),
    ).toHaveLength(1);
  });

  it('answers 404 to another organization, before and after, and for what never was; nothing is lost', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    const stranger = keyPrincipal();
    expect((await remove(stranger, recordingId)).status).toBe(404);
    expect(await readRecording(service, take.organizationId, recordingId)).toMatchObject({
      status: 'complete',
    });
    expect((await remove(keyOf(take), recordingId)).status).toBe(202);
    expect((await remove(stranger, recordingId)).status).toBe(404);
    expect((await remove(keyOf(take), newId('recording'))).status).toBe(404);
    for (const none of ['rec_none', 'rec_%00', newId('submission')])
      expect((await remove(keyOf(take), none)).status).toBe(404);
  });

  it('is refused to a test key', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    const { status, body } = await remove({ ...keyOf(take), mode: 'test' }, recordingId);
    expect([status, body.code]).toEqual([403, 'test_mode_scope']);
    expect(await readRecording(service, take.organizationId, recordingId)).toMatchObject({
      status: 'complete',
    });
  });

  it('does not find a recording that is still gathered for its session', async () => {
    const about = { sessionId: newId('session'), participantId: newId('participant'), takeNumber: 1 };
    const take = new Uploader(service, REAL_TAKE, undefined, about);
    const { recordingId } = await take.land();
    expect((await remove(keyOf(take), recordingId)).status).toBe(404);
    expect(await blobsOf(service, take.ref)).not.toEqual([]);
  });
});

describe("the command that deletes a submission's footage", () => {
  const command = (
    take: Uploader,
    submissionId: string,
    recordingId: string | null,
    deletedBy = newId('key'),
  ) =>
    service.send('recordings.delete_footage', {
      organizationId: take.organizationId,
      submissionId,
      recordingId,
      deletedBy,
      ip: '203.0.113.9',
    });

  it('records for whom it was, and finds the receipt again by the submission alone', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const [submissionId, keyId] = [newId('submission'), newId('key')];
    const { recordingId } = await take.land({ submissionId });
    const deleted = await command(take, submissionId, recordingId, keyId);
    expect(deleted).toMatchObject({ recordingId, receipt: { submissionId, recordingId, deletedBy: keyId } });
    expect(await command(take, submissionId, null)).toEqual(deleted);
    await service.idleOutbox();
    const told = service.eventsOf(take.organizationId).filter(({ type }) => type === 'recording.deleted');
    expect(told).toMatchObject([{ data: { recordingId, submissionId } }]);
    expect(await command(take, submissionId, recordingId)).toEqual(deleted);
    await service.idleOutbox();
    expect(changesOf(take.organizationId, 'recording.deleted')).toMatchObject([
      { actor: keyId, ip: '203.0.113.9', subject: recordingId },
    ]);
  });

  it('of another organization, or of a submission that nothing is known of, finds nothing', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const submissionId = newId('submission');
    const { recordingId } = await take.land({ submissionId });
    const stranger = new Uploader(service, REAL_TAKE);
    expect(await command(stranger, submissionId, recordingId)).toBeNull();
    expect(await readRecording(service, take.organizationId, recordingId)).toMatchObject({
      status: 'complete',
    });
    expect(await command(take, submissionId, recordingId)).not.toBeNull();
    expect(await command(stranger, submissionId, null)).toBeNull();
    expect(await command(take, newId('submission'), null)).toBeNull();
  });
});
