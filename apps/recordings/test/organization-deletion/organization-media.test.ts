import { newId, type CommandReply, type PublicJwk, type Signature } from '@capture/contracts';
import { verifySigned } from '@capture/platform';
import { PUBLIC } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { partKey } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { readRecording } from '../fixtures/recordings.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

type Deleted = CommandReply<'recordings.delete_organization'>;

const remove = (organizationId: string, deletionId: string): Promise<Deleted> =>
  service.send('recordings.delete_organization', { organizationId, deletionId });

/** As accounts does: until it is done. */
async function removed(organizationId: string, deletionId = newId('organizationDeletion')): Promise<Deleted> {
  for (;;) {
    const progress = await remove(organizationId, deletionId);
    if (progress.done) return progress;
  }
}

async function keysOf(organizationId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service.app.get(ObjectStore).list(`${organizationId}/`)) keys.push(key);
  return keys;
}

async function put(key: string, bytes: Buffer): Promise<void> {
  await service.app.get(ObjectStore).put(
    key,
    (async function* () {
      yield await Promise.resolve(bytes);
    })(),
    bytes.length,
  );
}

const uploadsOf = (organizationId: string) =>
  service.sql<{ state: string }>('SELECT state FROM upload WHERE organization_id = $1', organizationId);

describe('deleting the recordings of an organization', () => {
  it('clears the store of takes that landed, of parts on their way and of bytes that no row knows; another keeps its own', async () => {
    const [take, other] = [new Uploader(service, REAL_TAKE), new Uploader(service, REAL_TAKE)];
    const { organizationId } = take;
    await take.land();
    const kept = await other.land();
    const onItsWay = new Uploader(service, REAL_TAKE, organizationId);
    await onItsWay.open();
    await onItsWay.sendAll();
    const stray = { number: 1, sha256: sha256(Buffer.from('stray')) };
    // More than are removed at once.
    for (let count = 0; count < 25; count += 1)
      await put(partKey(organizationId, newId('upload'), stray), Buffer.from('stray'));
    expect((await keysOf(organizationId)).length).toBeGreaterThanOrEqual(27);
    const before = await keysOf(other.organizationId);

    const deletionId = newId('organizationDeletion');
    const { counts } = await removed(organizationId, deletionId);
    expect(counts).toMatchObject({ recording: 1, track: 1, upload: 2, bytes: 2 * REAL_TAKE.length });
    expect(await keysOf(organizationId)).toEqual([]);
    expect(await uploadsOf(organizationId)).toEqual([]);
    expect(await keysOf(other.organizationId)).toEqual(before);
    expect(await readRecording(service, other.organizationId, kept.recordingId)).toMatchObject({
      status: 'complete',
    });
    expect(await remove(organizationId, deletionId)).toEqual({ done: true, counts });
  });

  it('keeps the rows, and is not done, while the store keeps the bytes', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { organizationId } = take;
    await take.land();
    const store = service.app.get(ObjectStore);
    const broken = vi.spyOn(store, 'remove').mockRejectedValue(new Error('the store is away'));
    const deletionId = newId('organizationDeletion');
    await expect(remove(organizationId, deletionId)).rejects.toThrow();
    expect(await uploadsOf(organizationId)).toEqual([{ state: 'removed' }]);
    broken.mockRestore();
    expect((await removed(organizationId, deletionId)).counts).toMatchObject({ upload: 1, recording: 1 });
    expect(await keysOf(organizationId)).toEqual([]);
  });

  it('takes no bytes by URLs that were granted before', async () => {
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    const grant = await take.grant(1);
    await removed(take.organizationId);
    expect((await take.put(grant)).ok).toBe(false);
    expect(await keysOf(take.organizationId)).toEqual([]);
  });

  it('signs the receipt of the whole with the key that is published', async () => {
    const now = new Date().toISOString();
    const facts = {
      receiptVersion: 1,
      id: newId('deletionReceipt'),
      deletionId: newId('organizationDeletion'),
      organizationId: newId('organization'),
      requestedBy: 'operator',
      requestedAt: now,
      begunAt: now,
      completedAt: now,
      services: [{ service: 'recordings' as const, completedAt: now, counts: { upload: 1 } }],
    };
    const { receipt } = await service.send('recordings.sign_organization_deletion', { facts });
    const signed = receipt as typeof facts & { signature: Signature };
    const { body } = await service.call<{ keys: PublicJwk[] }>('GET', '/.well-known/capture-keys.json', {
      principal: PUBLIC,
    });
    expect(signed).toMatchObject(facts);
    expect(verifySigned(signed, body.keys)).toBe(true);
    const altered = { ...signed, requestedBy: 'mem_1' };
    expect(verifySigned(altered, body.keys)).toBe(false);
  });
});
