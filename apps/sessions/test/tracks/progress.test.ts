import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { AppError, newId, type KeyPrincipal, type Problem } from '@capture/contracts';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import type { OpenedTrackDto, TrackProgressPageDto } from '../../src/tracks/track.dto.js';
import { teamKey, SessionsUnderTest } from '../fixtures/sessions-under-test.js';
import { startedRoom } from '../fixtures/started-room.js';

const WHOLE = {
  parts: [{ number: 1, sha256: 'a'.repeat(64) }],
  durationSec: 2.5,
  manifest: { manifestVersion: 1 },
};
let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;
let grace: JoinedRoomDto;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ key, opened, grace } = await startedRoom(service));
  service.uploadAnswers = {
    'recordings.open_upload': () => ({ partSize: 8 }),
    'recordings.complete_upload': () => ({
      recordingId: newId('recording'),
      trackId: newId('track'),
      durationSec: 3,
      sha256: 'a'.repeat(64),
      merkleRoot: 'b'.repeat(64),
      sizeBytes: 20,
    }),
    'recordings.upload_state': () => ({
      phase: 'open',
      partSize: 8,
      storedParts: [1],
      storedBytes: 8,
      recordingId: null,
    }),
  };
});

async function track(): Promise<string> {
  const principal = { kind: 'capability', token: grace.participantToken } as const;
  const body = {
    takeNumber: 1,
    kind: 'camera',
    contentType: 'video/mp4',
    startedAt: '2026-11-21T12:00:00.000Z',
  };
  const path = `/v1/rooms/${opened.session.id}/tracks`;
  return (await service.call<OpenedTrackDto>(principal, 'POST', path, { body })).body.trackId;
}

async function complete(trackId: string): Promise<void> {
  const principal = { kind: 'capability', token: grace.participantToken } as const;
  const path = `/v1/rooms/${opened.session.id}/tracks/${trackId}/complete`;
  expect((await service.call(principal, 'POST', path, { body: WHOLE })).status).toBe(201);
}

const list = <T = TrackProgressPageDto>(query = '', caller = key) =>
  service.call<T>(caller, 'GET', `/v1/sessions/${opened.session.id}/tracks${query}`);

describe('the tracks of a session', () => {
  it('say how far each is by what the server has stored, whatever its device told', async () => {
    const [done, open] = [await track(), await track()];
    await complete(done);
    service.uploads.length = 0;
    const { status, body } = await list();
    expect(status).toBe(200);
    const shared = { participantId: grace.participantId, takeNumber: 1, kind: 'camera' };
    expect(body.data).toMatchObject([
      { ...shared, id: open, state: 'open', storedBytes: 8, sizeBytes: 8 },
      { ...shared, id: done, state: 'completed', storedBytes: 20, sizeBytes: 20 },
    ]);
    // Of a complete one everything is known.
    expect(service.uploads.map(({ payload }) => payload)).toEqual([
      { organizationId: key.organizationId, uploadId: open.replace('trk_', 'upl_') },
    ]);
  });

  it('say after the end what still arrives, and what was given up', async () => {
    await track();
    await service.call(key, 'POST', `/v1/sessions/${opened.session.id}/end`);
    expect((await list()).body.data).toMatchObject([{ state: 'open', storedBytes: 8 }]);
    service.uploadAnswers['recordings.upload_state'] = () => ({
      phase: 'aborted',
      partSize: 8,
      storedParts: [],
      storedBytes: 0,
      recordingId: null,
    });
    expect((await list()).body.data).toMatchObject([{ state: 'aborted', storedBytes: 0 }]);
  });

  it('of which the recordings service knows nothing yet have nothing stored', async () => {
    await track();
    service.uploadAnswers['recordings.upload_state'] = () => {
      throw new AppError('not_found', 'There is no such upload.');
    };
    expect((await list()).body.data).toMatchObject([{ state: 'open', storedBytes: 0, sizeBytes: 0 }]);
  });

  it('are not guessed while the recordings service does not answer', async () => {
    await track();
    service.uploadAnswers['recordings.upload_state'] = () => {
      throw new AppError('service_unavailable', 'Try again shortly.', { retryAfterSec: 1 });
    };
    const { status, body } = await list<Problem>();
    expect([status, body.code]).toEqual([503, 'service_unavailable']);
  });

  it('come in pages, newest first, and only to the organization of the session', async () => {
    const ids = [await track(), await track(), await track()].reverse();
    const first = (await list('?limit=2')).body;
    const second = (await list(`?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const other = await service.opened(teamKey());
    for (const [query, code] of [
      [`?cursor=${newId('track')}`, 'invalid_cursor'],
      ['?limit=0', 'invalid_input'],
    ] as const)
      expect((await list<Problem>(query)).body.code).toBe(code);
    expect((await list<Problem>('', teamKey())).status).toBe(404);
    const path = `/v1/sessions/${other.session.id}/tracks`;
    expect((await service.call<Problem>(key, 'GET', path)).status).toBe(404);
  });
});
