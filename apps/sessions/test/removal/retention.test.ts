import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { SIGN_IN_MAX_AGE_SEC, type KeyPrincipal } from '@capture/contracts';
import { until } from '@capture/testing';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import { TakeService } from '../../src/rooms/take.service.js';
import { RemovalJobs } from '../../src/removal/removal.jobs.js';
import { RoomRetentionJobs } from '../../src/removal/room-retention.jobs.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import type { OpenedTrackDto } from '../../src/tracks/track.dto.js';
import { ownerOf, SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

const DAY_SEC = 86_400;

let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;
let grace: JoinedRoomDto;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 2);
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = teamKey();
  opened = await service.opened(key);
  grace = await service.join(opened, 'Grace');
});

async function count(table: string): Promise<number> {
  const sql = `SELECT count(*) FROM ${table} WHERE session_id = $1`;
  const [row] = await service.sql<{ count: bigint }>(sql, opened.session.id);
  return Number(row?.count);
}

/** In both processes at once. */
async function clean(): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all([0, 1].map((index) => service.app(index).get(RoomRetentionJobs).clean(signal)));
}

async function names(): Promise<string[]> {
  const { participants } = await service.read(key, opened.session.id);
  return participants.map(({ displayName }) => displayName);
}

/** A take of which Grace's device says that it records it, and her track of it. */
async function recorded(): Promise<OpenedTrackDto> {
  const { organizationId } = key;
  const ref = { id: opened.session.id, organizationId };
  await service.within(organizationId, () => service.app().get(TakeService).start(ref));
  const socket = service.connect(opened.session.id, grace.participantToken);
  await socket.hear('welcome');
  socket.say({ type: 'take.started', takeNumber: 1 });
  await until('the acknowledgement', async () => (await count('take_acknowledgement')) === 1);
  const principal = { kind: 'capability', token: grace.participantToken } as const;
  const body = {
    takeNumber: 1,
    kind: 'camera',
    contentType: 'video/mp4',
    startedAt: '2026-11-21T12:00:00.000Z',
  };
  const path = `/v1/rooms/${opened.session.id}/tracks`;
  return (await service.call<OpenedTrackDto>(principal, 'POST', path, { body })).body;
}

const end = () => service.call(key, 'POST', `/v1/sessions/${opened.session.id}/end`);

describe('what is left of a room ends', () => {
  it('its tokens 30 days after they ran out, those that may still upload included', async () => {
    expect(await count('session_token')).toBe(3);
    service.clock.advance(31 * DAY_SEC - 60);
    await clean();
    expect(await count('session_token')).toBe(3);
    service.clock.advance(120);
    await clean();
    expect(
      await service.sql('SELECT kind FROM session_token WHERE session_id = $1', opened.session.id),
    ).toEqual([{ kind: 'participant' }]);
    service.clock.advance(14 * DAY_SEC);
    await clean();
    expect(await count('session_token')).toBe(0);
  });

  it('its tracks and what devices said 30 days after the end, its takes stay with the session', async () => {
    service.uploadAnswers = { 'recordings.open_upload': () => ({ partSize: 8_388_608 }) };
    await recorded();
    expect((await end()).status).toBe(200);
    service.clock.advance(30 * DAY_SEC - 60);
    await clean();
    expect([await count('session_track'), await count('take_acknowledgement')]).toEqual([1, 1]);
    service.clock.advance(DAY_SEC + 120);
    await clean();
    expect([await count('session_track'), await count('take_acknowledgement')]).toEqual([0, 0]);
    expect(await count('take')).toBe(1);
  });

  it('its chat as soon as it has expired', async () => {
    const socket = service.connect(opened.session.id, grace.participantToken);
    await socket.hear('welcome');
    socket.say({ type: 'chat', text: 'Hello' });
    await socket.hear('chat');
    await service.sweep();
    expect(await count('chat_message')).toBe(1);
    service.clock.advance(DAY_SEC + 60);
    await service.sweep();
    expect(await count('chat_message')).toBe(0);
  });

  it('how its devices’ clocks compared 30 days after it is over', async () => {
    await service.sql(
      `INSERT INTO clock_sample (session_id, participant_id, clock_id, bucket, device_at, offset_ms, uncertainty_ms)
       VALUES ($1, $2, '', $3::int, 0, 0, 1)`,
      opened.session.id,
      grace.participantId,
      Math.floor(service.clock.now().getTime() / 30_000),
    );
    service.clock.advance(31 * DAY_SEC - 120);
    await clean();
    expect(await count('clock_sample')).toBe(1);
    service.clock.advance(240);
    await clean();
    expect(await count('clock_sample')).toBe(0);
  });

  it('not tracks that show that a participant recorded, until the recordings service knows that the session ended', async () => {
    service.uploadAnswers = { 'recordings.open_upload': () => Promise.reject(new Error('no answer')) };
    await recorded();
    service.clock.advance(400 * DAY_SEC);
    await clean();
    expect([await count('session_track'), await count('take_acknowledgement')]).toEqual([1, 1]);
    expect((await end()).status).toBe(200);
    service.clock.advance(31 * DAY_SEC);
    await clean();
    expect([await count('session_track'), await count('take_acknowledgement')]).toEqual([0, 0]);
  });

  it('names of participants a year after they joined: who they were stays', async () => {
    const body = { displayName: 'Ada', hostToken: opened.hostToken };
    await service.call(ownerOf(key), 'POST', `/console/api/sessions/${opened.session.id}/host`, { body });
    const before = await service.read(key, opened.session.id);
    service.clock.advance(365 * DAY_SEC - 60);
    await clean();
    expect(await names()).toEqual(['Grace', 'Ada']);
    service.clock.advance(120);
    await clean();
    expect(await names()).toEqual(['Guest', 'Host']);
    const after = await service.read(key, opened.session.id);
    expect(after.participants.map(({ participantId }) => participantId)).toEqual(
      before.participants.map(({ participantId }) => participantId),
    );
  });

  it('sign-ins that hosted it when none can be as old, more than a batch of them', async () => {
    await service.sql(
      `INSERT INTO host_sign_in (id, organization_id, member_id, created_at)
       SELECT $1 || n, $1, 'mem', $2 FROM generate_series(1, 2500) n`,
      key.organizationId,
      service.clock.now(),
    );
    const left = async (): Promise<number> => {
      const sql = 'SELECT count(*) FROM host_sign_in WHERE organization_id = $1';
      return Number((await service.sql<{ count: bigint }>(sql, key.organizationId))[0]?.count);
    };
    const { signal } = new AbortController();
    const forget = () =>
      Promise.all([0, 1].map((index) => service.app(index).get(RemovalJobs).clean(signal)));
    await forget();
    expect(await left()).toBe(2500);
    service.clock.advance(SIGN_IN_MAX_AGE_SEC + 2 * DAY_SEC);
    await forget();
    expect(await left()).toBe(0);
  });
});
