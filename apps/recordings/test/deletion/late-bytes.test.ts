import { newId, type DeletionReceipt } from '@capture/contracts';
import { keyPrincipal, type Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { partKey } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { UploadJobs } from '../../src/uploads/upload.jobs.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

/** How long a grant works. */
const GRANT_SEC = 15 * 60;

let service: RecordingsUnderTest;
let database: pg.Client;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
  const connectionString = service.sandbox.databaseUrl;
  database = new pg.Client({ connectionString, options: '-c capture.organization=*' });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

/** A session in the library with one landed track, and further participants' takes of it. */
class Session {
  readonly organizationId = newId('organization');
  readonly sessionId = newId('session');
  recordingId = '';

  take(): Uploader {
    const { sessionId } = this;
    const participantId = newId('participant');
    const about = { sessionId, participantId, isGuest: true, takeNumber: 1, sizeBytes: null };
    return new Uploader(service, REAL_TAKE, this.organizationId, about);
  }

  static async promoted(): Promise<Session> {
    const session = new Session();
    const { organizationId, sessionId } = session;
    ({ recordingId: session.recordingId } = await session.take().land());
    await service.send('recordings.promote_session', { organizationId, sessionId });
    return session;
  }

  delete(): Promise<Answer<DeletionReceipt>> {
    const { organizationId, recordingId } = this;
    return service.call<DeletionReceipt>('DELETE', `/v1/recordings/${recordingId}`, {
      principal: keyPrincipal({ organizationId }),
    });
  }
}

describe('a track that is on its way when its recording is deleted', () => {
  it('is ended, its parts are in the receipt and go, and it takes no more of them', async () => {
    const session = await Session.promoted();
    const track = session.take();
    await track.open();
    await track.put(await track.grant(1));
    const late = await track.grant(2);
    const { body } = await session.delete();
    expect(body.tracks.find(({ id }) => id === track.uploadId.replace('upl', 'trk'))).toEqual({
      id: track.uploadId.replace('upl', 'trk'),
      sha256: null,
      sizeBytes: null,
      objects: [{ kind: 'part', number: 1, sha256: sha256(track.part(1)), sizeBytes: track.part(1).length }],
    });
    expect((await track.put(late)).status).toBe(409);
    await expect(track.complete()).rejects.toMatchObject({ code: 'conflict' });
    await until('the bytes to go', async () => (await blobsOf(service, track.ref)).length === 0);
  });

  it('is in the receipt without parts when it was given up and cleared before', async () => {
    const session = await Session.promoted();
    const track = session.take();
    await track.open();
    await track.put(await track.grant(1));
    await service.send('recordings.abort_upload', track.ref);
    await until('the bytes to go', async () => (await blobsOf(service, track.ref)).length === 0);
    const { body } = await session.delete();
    const id = track.uploadId.replace('upl', 'trk');
    expect(body.tracks).toContainEqual({ id, sha256: null, sizeBytes: null, objects: [] });
  });

  it('is ended as well when it is opened while the recording is being deleted', async () => {
    const session = await Session.promoted();
    const track = session.take();
    // Holds the recording as the opening of a track does, so that the deletion looks for uploads before there is one.
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM recording WHERE id = $1 FOR UPDATE', [session.recordingId]);
    const deleting = session.delete();
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    // Not in the transaction: it keeps the list of connections that it saw first.
    await until('the deletion to wait', async () => (await service.sql(waits)).length > 0);
    await database.query(
      `INSERT INTO upload (id, organization_id, kind, content_type, part_size, session_id, is_guest, state, created_at, last_activity_at)
       VALUES ($1, $2, 'camera', 'video/mp4', 8192, $3, true, 'open', now(), now())`,
      [track.uploadId, session.organizationId, session.sessionId],
    );
    const trackId = newId('track');
    await database.query(
      `INSERT INTO track (id, recording_id, organization_id, upload_id, is_guest, kind, state, content_type, part_size)
       VALUES ($1, $2, $3, $4, true, 'camera', 'uploading', 'video/mp4', 8192)`,
      [trackId, session.recordingId, session.organizationId, track.uploadId],
    );
    await database.query('COMMIT');
    const { status, body } = await deleting;
    expect([status, body.tracks.map(({ id }) => id)]).toEqual([202, expect.arrayContaining([trackId])]);
    const { rows } = await database.query('SELECT state FROM upload WHERE id = $1', [track.uploadId]);
    expect(rows).toEqual([{ state: 'aborted' }]);
  });
});

it.each([
  ['deleted', (session: Session) => session.delete()],
  [
    'ended by retention',
    ({ organizationId, recordingId }: Session) =>
      service.send('recordings.delete', { organizationId, recordingId, reason: 'retention' }),
  ],
] as const)(
  'a track that is opened after its recording was %s is refused and keeps nothing',
  async (_how, end) => {
    const session = await Session.promoted();
    await end(session);
    const late = session.take();
    await expect(late.open()).rejects.toMatchObject({ code: 'footage_expired' });
    await expect(late.grants()).rejects.toMatchObject({ code: 'not_found' });
    expect(await blobsOf(service, late.ref)).toEqual([]);
  },
);

/** Puts the bytes of the take's first part into the store, as the holder of a grant can for a while. */
async function bringLate(take: Uploader): Promise<string> {
  const [part] = take.parts;
  if (!part) throw new Error('the take has no part');
  const key = partKey(take.organizationId, take.uploadId, part);
  async function* body(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(take.part(1)));
  }
  await service.app.get(ObjectStore).put(key, body(), part.size);
  return key;
}

describe('bytes that a grant brings to the store after the deletion', () => {
  async function deleted(): Promise<Uploader> {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    const { organizationId } = take;
    await service.send('recordings.delete', { organizationId, recordingId, reason: 'requested' });
    expect(await blobsOf(service, take.ref)).toEqual([]);
    return take;
  }

  it('go once no grant works any more, in one more pass over the store and not in ever more of them', async () => {
    const take = await deleted();
    const key = await bringLate(take);
    const jobs = service.app.get(UploadJobs);
    await jobs.sweep();
    expect(await blobsOf(service, take.ref)).toEqual([key]);
    service.clock.advance(2 * GRANT_SEC);
    await jobs.sweep();
    expect(await blobsOf(service, take.ref)).toEqual([]);
    await bringLate(take);
    await jobs.sweep();
    expect(await blobsOf(service, take.ref)).toEqual([key]);
  });

  it('are left to the comparison of the store when nothing was swept for a day', async () => {
    const take = await deleted();
    const key = await bringLate(take);
    service.clock.advance(2 * GRANT_SEC + 86_400);
    await service.app.get(UploadJobs).sweep();
    expect(await blobsOf(service, take.ref)).toEqual([key]);
  });
});
