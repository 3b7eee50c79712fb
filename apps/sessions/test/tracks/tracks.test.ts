import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { AppError, newId, type CompletedUpload, type KeyPrincipal, type Problem } from '@capture/contracts';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import type { OpenedTrackDto, SessionTrackDto } from '../../src/tracks/track.dto.js';
import { SessionsUnderTest } from '../fixtures/sessions-under-test.js';
import { startedRoom } from '../fixtures/started-room.js';

const DAY_SEC = 86_400;
const SHA256 = 'a'.repeat(64);
const PARTS = [{ number: 1, sha256: SHA256 }];
const WHOLE = { parts: PARTS, durationSec: 2.5, manifest: { manifestVersion: 1 } };
let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;
let grace: JoinedRoomDto;

const COMPLETED: CompletedUpload = {
  recordingId: newId('recording'),
  trackId: newId('track'),
  durationSec: 3,
  sha256: 'a'.repeat(64),
  merkleRoot: 'b'.repeat(64),
  sizeBytes: 3,
};

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ key, opened, grace } = await startedRoom(service));
  service.uploadAnswers = {
    'recordings.open_upload': () => ({ partSize: 8_388_608 }),
    'recordings.complete_upload': () => COMPLETED,
  };
});

function call<T = Problem>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token = grace.participantToken,
) {
  const principal = { kind: 'capability', token } as const;
  const url = `/v1/rooms/${opened.session.id}/tracks${path}`;
  return service.call<T>(principal, method, url, body ? { body } : {});
}

const track = (changes: object = {}) => ({
  takeNumber: 1,
  kind: 'camera',
  contentType: 'video/mp4;codecs=avc1,opus',
  startedAt: '2026-11-21T12:00:00.000Z',
  ...changes,
});

describe('a participant’s track', () => {
  it('is opened with the recordings service under its own id, as theirs', async () => {
    const { status, body } = await call<OpenedTrackDto>('POST', '', track());
    expect({ status, partSize: body.partSize }).toEqual({ status: 201, partSize: 8_388_608 });
    expect(service.uploads).toEqual([
      {
        pattern: 'recordings.open_upload',
        payload: {
          organizationId: key.organizationId,
          uploadId: body.trackId.replace('trk_', 'upl_'),
          kind: 'camera',
          contentType: 'video/mp4;codecs=avc1,opus',
          sizeBytes: null,
          captureRequestId: null,
          sessionId: opened.session.id,
          participantId: grace.participantId,
          isGuest: true,
          takeNumber: 1,
        },
      },
    ]);
  });

  it('has the part size that its device asks for, and another when it is opened again with one', async () => {
    service.uploadAnswers['recordings.open_upload'] = ({ partSizeHint }: { partSizeHint?: number }) => ({
      partSize: partSizeHint ?? 8_388_608,
    });
    const open = (partSizeHint?: number) =>
      call<OpenedTrackDto>('POST', '', track({ clientTrackId: 'mine', partSizeHint }));
    const first = await open();
    expect(first.body.partSize).toBe(8_388_608);
    const { trackId } = first.body;
    for (const size of [1_048_576, 2_097_152])
      expect((await open(size)).body).toEqual({ trackId, partSize: size });
    expect((await open()).body).toEqual({ trackId, partSize: 2_097_152 });
    expect(service.uploads).toHaveLength(3);
  });

  it.each([1_048_575, 33_554_433, 1.5])(
    'is refused with parts of %d bytes, by name',
    async (partSizeHint) => {
      const { status, body } = await call('POST', '', track({ partSizeHint }));
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'partSizeHint']);
    },
  );

  it('opened again under one clientTrackId, twenty times at once, is one track', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call<OpenedTrackDto>('POST', '', track({ clientTrackId: 'mine' }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.trackId)).size).toBe(1);
    const ada = await service.join(opened, 'Ada');
    const other = await call<OpenedTrackDto>(
      'POST',
      '',
      track({ clientTrackId: 'mine' }),
      ada.participantToken,
    );
    expect(other.body.trackId).not.toBe(answers[0]?.body.trackId);
  });

  it('that the recordings service refused to open does not count, and may be opened again', async () => {
    service.uploadAnswers['recordings.open_upload'] = () => {
      throw new AppError('invalid_input', 'Takes are video/mp4.', { field: 'contentType' });
    };
    expect((await call('POST', '', track({ clientTrackId: 'mine' }))).status).toBe(400);
    expect(
      await service.sql('SELECT id FROM session_track WHERE participant_id = $1', grace.participantId),
    ).toEqual([]);
    service.uploadAnswers['recordings.open_upload'] = () => ({ partSize: 5 });
    expect((await call('POST', '', track({ clientTrackId: 'mine' }))).status).toBe(201);
  });

  it.each([
    [503, new AppError('service_unavailable', 'No reply in time.', { retryAfterSec: 1 })],
    [500, new Error('the reply was torn')],
  ])(
    'scenario 68: whose opening had no clear answer (%i) is the same upload at the next try',
    async (status, failure) => {
      let answered = false;
      service.uploadAnswers['recordings.open_upload'] = () => {
        if (answered) return { partSize: 5 };
        answered = true;
        throw failure;
      };
      expect((await call('POST', '', track({ clientTrackId: 'mine' }))).status).toBe(status);
      const { body } = await call<OpenedTrackDto>('POST', '', track({ clientTrackId: 'mine' }));
      expect(body.partSize).toBe(5);
      const asked = service.uploads.map(({ payload }) => (payload as { uploadId: string }).uploadId);
      const uploadId = body.trackId.replace('trk_', 'upl_');
      expect(asked).toEqual([uploadId, uploadId]);
    },
  );

  it.each([
    ['takeNumber', { takeNumber: 2 }],
    ['takeNumber', { takeNumber: 0 }],
    ['kind', { kind: 'hologram' }],
    ['contentType', { contentType: 'text/html' }],
    ['startedAt', { startedAt: 'yesterday' }],
    ['isGuest', { isGuest: false }],
  ])('with a bad %s is refused by name', async (field, changes) => {
    expect(await call('POST', '', track(changes))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field },
    });
  });

  it('is read, granted and completed by its participant alone', async () => {
    const { body } = await call<OpenedTrackDto>('POST', '', track());
    const ada = await service.join(opened, 'Ada');
    const steps: ['GET' | 'POST', string, object?][] = [
      ['GET', `/${body.trackId}`],
      ['POST', `/${body.trackId}/parts`, { parts: [{ ...PARTS[0], size: 3 }] }],
      ['POST', `/${body.trackId}/complete`, WHOLE],
    ];
    for (const [method, path, payload] of steps) {
      const tokens = [ada.participantToken, opened.inviteToken, 'x'.repeat(43)];
      const answers = await Promise.all(tokens.map((token) => call(method, path, payload, token)));
      expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
        tokens.map(() => [401, 'link_expired']),
      );
    }
    expect(service.uploads).toHaveLength(1);
  });

  it('passes parts and completion on; a repeat of complete is answered without asking again', async () => {
    service.uploadAnswers['recordings.upload_state'] = () => ({
      phase: 'open',
      partSize: 8,
      storedParts: [1],
      recordingId: null,
    });
    service.uploadAnswers['recordings.grant_parts'] = () => [{ number: 1, stored: true }];
    const { trackId } = (await call<OpenedTrackDto>('POST', '', track())).body;
    expect((await call<SessionTrackDto>('GET', `/${trackId}`)).body).toEqual({
      trackId,
      partSize: 8,
      takeNumber: 1,
      kind: 'camera',
      state: 'open',
      storedParts: [1],
    });
    const granted = await call('POST', `/${trackId}/parts`, { parts: [{ ...PARTS[0], size: 3 }] });
    expect(granted).toMatchObject({ status: 200, body: { data: [{ number: 1, stored: true }] } });
    const first = await call('POST', `/${trackId}/complete`, WHOLE);
    const second = await call('POST', `/${trackId}/complete`, WHOLE);
    expect([first, second].map(({ status, body }) => [status, body])).toEqual([
      [201, { trackId }],
      [201, { trackId }],
    ]);
    const completions = service.uploads.filter(({ pattern }) => pattern === 'recordings.complete_upload');
    expect(completions.map(({ payload }) => payload)).toMatchObject([
      { parts: PARTS, merkleRoot: null, sha256: null, durationSec: 2.5, submissionId: null },
    ]);
  });

  it('whose completion is refused stays open, with the reason', async () => {
    service.uploadAnswers['recordings.complete_upload'] = () => {
      throw new AppError('invalid_input', 'Part 2 is missing.', { field: 'parts' });
    };
    const { trackId } = (await call<OpenedTrackDto>('POST', '', track())).body;
    expect(await call('POST', `/${trackId}/complete`, WHOLE)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'parts' },
    });
    service.uploadAnswers['recordings.complete_upload'] = () => COMPLETED;
    expect((await call('POST', `/${trackId}/complete`, WHOLE)).status).toBe(201);
  });

  it('with a manifest of a version that the schema does not know is not completed, and may be with another', async () => {
    const { trackId } = (await call<OpenedTrackDto>('POST', '', track())).body;
    const complete = (manifestVersion: number) =>
      call('POST', `/${trackId}/complete`, { ...WHOLE, manifest: { manifestVersion } });
    expect(await complete(2)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'manifest.manifestVersion' },
    });
    expect((await complete(1)).status).toBe(201);
  });

  it('may be opened and completed for 14 days after the end, and not a day longer', async () => {
    await service.call(key, 'POST', `/v1/sessions/${opened.session.id}/end`);
    service.clock.advance(13 * DAY_SEC);
    const { status, body } = await call<OpenedTrackDto>('POST', '', track());
    expect(status).toBe(201);
    service.clock.advance(DAY_SEC);
    expect(await call('POST', `/${body.trackId}/complete`, WHOLE)).toMatchObject({
      status: 401,
      body: { code: 'link_expired' },
    });
  });

  it('is one of sixty that a participant may have on their way', async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await call('POST', '', track())).status, `track ${count}`).toBe(201);
    expect(await call('POST', '', track())).toMatchObject({ status: 429, body: { code: 'open_take_cap' } });
  });

  it('is one of two hundred that a participant may have in a take, complete ones among them', async () => {
    await service.sql(
      `INSERT INTO session_track (id, session_id, participant_id, take_number, kind, content_type, started_at, completed, created_at)
       SELECT 'trk_' || number, $1, $2, 1, 'camera', 'video/mp4', now(), true, now() FROM generate_series(1, 199) AS number`,
      opened.session.id,
      grace.participantId,
    );
    expect((await call('POST', '', track())).status).toBe(201);
    expect(await call('POST', '', track())).toMatchObject({ status: 429, body: { code: 'open_take_cap' } });
  });
});
