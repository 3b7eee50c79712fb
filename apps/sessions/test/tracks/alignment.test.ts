import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  newId,
  type CompletedUpload,
  type CompleteUpload,
  type MeasuredTiming,
  type Problem,
} from '@capture/contracts';
import { NatsServer } from '@capture/testing';
import type { OpenedTrackDto } from '../../src/tracks/track.dto.js';
import { RoomPeople, type Person } from '../fixtures/room-people.js';
import { SessionsUnderTest } from '../fixtures/sessions-under-test.js';

const SHA256 = 'a'.repeat(64);
const COMPLETED: CompletedUpload = {
  recordingId: newId('recording'),
  trackId: newId('track'),
  durationSec: 3,
  sha256: SHA256,
  merkleRoot: SHA256,
  sizeBytes: 3,
};
const HOUR_MS = 3_600_000;

let nats: NatsServer;
let service: SessionsUnderTest;
let room: RoomPeople;

beforeAll(async () => {
  nats = await NatsServer.start();
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 2, nats.url);
});
afterAll(async () => {
  await service.stop();
  await nats.stop();
});
beforeEach(async () => {
  room = await RoomPeople.open(service);
  const host = await room.host();
  host.socket.say({ type: 'take.start', inMs: 0 });
  await host.socket.hear('take.start');
  service.uploads.length = 0;
  service.uploadAnswers = {
    'recordings.open_upload': () => ({ partSize: 8_388_608 }),
    'recordings.complete_upload': () => COMPLETED,
  };
});

/** Asks for the time by a clock that is `aheadMs` before the real one, and tells when the answers came. */
async function compareClocks({ socket }: Person, aheadMs: number, clockId?: string): Promise<void> {
  const device = () => Date.now() + aheadMs;
  let answered: { t0: number; t3: number } | undefined;
  for (let count = 0; count < 9; count += 1) {
    const t0 = device() + count / 1000;
    socket.say({ type: 'clock.ping', t0, ...(clockId && { clockId }), ...(answered && { answered }) });
    await socket.hear('clock.pong', (pong) => pong.t0 === t0);
    answered = { t0, t3: device() };
  }
  // Once this is answered, the one before was dealt with.
  socket.say({ type: 'clock.ping', t0: 1 });
  await socket.hear('clock.pong', ({ t0 }) => t0 === 1);
}

/** Completes a track of this person and returns the answer with what recordings is told of the time. */
async function complete(
  { token }: Person,
  starts: object,
  manifest: object = {},
): Promise<{ status: number; body: Problem; timing: MeasuredTiming | undefined }> {
  const principal = { kind: 'capability', token } as const;
  const path = `/v1/rooms/${room.sessionId}/tracks`;
  const opening = {
    takeNumber: 1,
    kind: 'camera',
    contentType: 'video/mp4',
    startedAt: new Date().toISOString(),
  };
  const { trackId } = (await service.call<OpenedTrackDto>(principal, 'POST', path, { body: opening })).body;
  const body = { parts: [{ number: 1, sha256: SHA256 }], durationSec: 2, manifest, starts };
  const answer = await service.call<Problem>(principal, 'POST', `${path}/${trackId}/complete`, { body });
  const sent = service.uploads.find(({ pattern }) => pattern === 'recordings.complete_upload');
  return { ...answer, timing: (sent?.payload as CompleteUpload | undefined)?.timing };
}

describe('when a track began', () => {
  it.each([3_000, -3_000])(
    'is what the server makes of the device’s clock, %i ms ahead, whatever the device claims',
    async (aheadMs) => {
      const grace = await room.guest('Grace');
      await compareClocks(grace, aheadMs, 'page-1');
      const [video, audio] = [Date.now() - 2_000.25, Date.now() - 1_960];
      const starts = { clockId: 'page-1', videoAt: video + aheadMs, audioAt: audio + aheadMs };
      const claims = {
        startedAt: new Date().toISOString(),
        clock: { samples: 8, offsetMs: 12, driftPpm: 7 },
      };
      const { status, timing } = await complete(grace, starts, claims);
      expect(status).toBe(201);
      const { videoStartMs, audioStartMs, offsetUncertaintyMs } = timing ?? {};
      expect(Math.abs(Number(videoStartMs) - video)).toBeLessThanOrEqual(Number(offsetUncertaintyMs) + 1);
      expect(Math.abs(Number(audioStartMs) - audio)).toBeLessThanOrEqual(Number(offsetUncertaintyMs) + 1);
      expect(offsetUncertaintyMs).toBeGreaterThan(0);
      expect(offsetUncertaintyMs).toBeLessThan(500);
    },
  );

  it('is known by every process, also once the page has been loaded again with another clock', async () => {
    const grace = await room.guest('Grace', 1);
    await compareClocks(grace, 60_000, 'before');
    const back = await room.again(grace, 0);
    expect((await back.socket.hear('welcome')).clock).toMatchObject({ clockId: 'before' });
    await compareClocks(back, -60_000, 'after');
    const at = Date.now() - 1_000;
    const { timing } = await complete(grace, { clockId: 'before', audioAt: at + 60_000 });
    expect(timing).toMatchObject({ videoStartMs: null });
    expect(Math.abs(Number(timing?.audioStartMs) - at)).toBeLessThan(1_000);
  });

  it('is left to the device’s claim where the clocks were never compared, and by another clock', async () => {
    const grace = await room.guest('Grace');
    expect((await complete(grace, { videoAt: Date.now() })).timing).toBeUndefined();
    await compareClocks(grace, 0, 'page-1');
    service.uploads.length = 0;
    expect((await complete(grace, { clockId: 'page-2', videoAt: Date.now() })).timing).toBeUndefined();
  });

  it.each([
    ['videoAt', -HOUR_MS * 2],
    ['audioAt', HOUR_MS * 2],
  ])('is refused by the name of the field where the session was not open then: %s', async (name, byMs) => {
    const grace = await room.guest('Grace');
    await compareClocks(grace, 0);
    const { status, body, timing } = await complete(grace, { [name]: Date.now() + byMs });
    expect([status, body.field, timing]).toEqual([400, `starts.${name}`, undefined]);
  });

  it('does not change by answers that the server never gave, and pings need not tell of any', async () => {
    const grace = await room.guest('Grace');
    await compareClocks(grace, 0);
    const rows = () => service.sql('SELECT * FROM clock_sample WHERE participant_id = $1', grace.id);
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    const { t0 } = await grace.socket.hear('clock.pong');
    for (const answered of [
      { t0: 77, t3: 78 },
      { t0, t3: t0 - 5 },
      { t0, t3: t0 + 60_000 },
    ])
      grace.socket.say({ type: 'clock.ping', t0: 2, answered });
    grace.socket.say({ type: 'clock.ping', t0: 3, answered: { t0: 'x', t3: 1 }, id: 'last' });
    expect(await grace.socket.hear('error')).toMatchObject({ field: 'answered.t0', id: 'last' });
    expect(await rows()).toEqual(before);
  });
});
