import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { CHANGE_NOTICES, type ChangeNotice, type KeyPrincipal } from '@capture/contracts';
import { Bus } from '@capture/messaging';
import { until } from '@capture/testing';
import { MOST_DRIFT } from '../../src/clock/clock-estimate.model.js';
import { RoomClock } from '../../src/clock/room-clock.js';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import { TakeService } from '../../src/rooms/take.service.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import type { OpenedTrackDto } from '../../src/tracks/track.dto.js';
import type { RoomClient } from '../fixtures/room-client.js';
import { ownerOf, SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;
let open: RoomClient[];

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = teamKey();
  opened = await service.opened(key);
  open = [];
});
afterEach(() => {
  for (const client of open) client.cut();
});

interface Person {
  id: string;
  token: string;
  socket: RoomClient;
}

async function connect(id: string, token: string): Promise<Person> {
  const socket = service.connect(opened.session.id, token);
  open.push(socket);
  await socket.hear('welcome');
  return { id, token, socket };
}

async function guest(displayName: string): Promise<Person> {
  const { participantId, participantToken } = await service.join(opened, displayName);
  return connect(participantId, participantToken);
}

/** A track of the first take, which it starts. */
async function openedTrack({ token }: Person): Promise<string> {
  const ref = { id: opened.session.id, organizationId: key.organizationId };
  await service.within(ref.organizationId, () => service.app().get(TakeService).start(ref));
  service.uploadAnswers['recordings.open_upload'] = () => ({ partSize: 8 });
  const body = {
    takeNumber: 1,
    kind: 'camera',
    contentType: 'video/mp4',
    startedAt: '2026-11-21T12:00:00.000Z',
  };
  const principal = { kind: 'capability', token } as const;
  const path = `/v1/rooms/${opened.session.id}/tracks`;
  return (await service.call<OpenedTrackDto>(principal, 'POST', path, { body })).body.trackId;
}

/** As the console lets the host in. */
async function host(): Promise<Person> {
  const path = `/console/api/sessions/${opened.session.id}/host`;
  const member = ownerOf(key);
  const body = { displayName: 'Host' };
  const answer = await service.call<JoinedRoomDto>(member, 'POST', path, { body });
  return connect(answer.body.participantId, answer.body.participantToken);
}

describe('a room’s socket', () => {
  it('answers a clock ping with when it arrived and when the answer left', async () => {
    const { socket } = await guest('Grace');
    const estimate = service.app().get(RoomClock)['estimate'];
    if (!estimate) throw new Error('the database has told no time');
    const before = Date.now();
    socket.say({ type: 'clock.ping', t0: 12.5 });
    const { t0, t1, t2 } = await socket.hear('clock.pong');
    expect(t0).toBe(12.5);
    // The database's clock is this machine's; the room's is that, as exactly as it was measured.
    const uncertaintyMs = estimate.uncertaintyMs + (performance.now() - estimate.at) * MOST_DRIFT;
    expect(t1).toBeGreaterThanOrEqual(before - uncertaintyMs);
    expect(t2).toBeGreaterThanOrEqual(t1);
    expect(t2).toBeLessThanOrEqual(Date.now() + 1 + uncertaintyMs);
  });

  it('carries a signal to the one it is for, and to nobody else', async () => {
    const [grace, ada, eve] = [await guest('Grace'), await guest('Ada'), await guest('Eve')];
    const data = { description: { type: 'offer', sdp: 'v=0' }, nested: [1, null] };
    grace.socket.say({ type: 'signal', to: ada.id, data });
    expect(await ada.socket.hear('signal')).toEqual({ type: 'signal', from: grace.id, data });
    grace.socket.say({ type: 'clock.ping', t0: 1 });
    eve.socket.say({ type: 'clock.ping', t0: 1 });
    await Promise.all([grace.socket.hear('clock.pong'), eve.socket.hear('clock.pong')]);
    for (const { socket } of [grace, eve])
      expect(socket.heard.map(({ type }) => type)).not.toContain('signal');
  });

  it('scenario 72: tells the others how an upload goes, by what the server stored, and who is ready', async () => {
    const [grace, ada] = [await guest('Grace'), await guest('Ada')];
    const trackId = await openedTrack(grace);
    service.uploadAnswers['recordings.upload_state'] = () => ({
      phase: 'open',
      partSize: 8,
      storedParts: [1],
      storedBytes: 8,
      recordingId: null,
    });
    grace.socket.say({ type: 'upload', trackId, storedBytes: 999_999, sizeBytes: 16 });
    expect(await ada.socket.hear('upload')).toEqual({
      type: 'upload',
      participantId: grace.id,
      trackId,
      storedBytes: 8,
      sizeBytes: 16,
      completed: false,
    });
    ada.socket.say({ type: 'upload', trackId, storedBytes: 999_999, sizeBytes: 999_999 });
    expect(await ada.socket.hear('error')).toMatchObject({ code: 'invalid_input', field: 'trackId' });
    grace.socket.say({ type: 'clock.ping', t0: 1 });
    await grace.socket.hear('clock.pong');
    expect(grace.socket.heard.map(({ type }) => type)).not.toContain('upload');
    ada.socket.say({ type: 'take.ready' });
    const { participant } = await grace.socket.hear('presence', ({ event }) => event === 'ready');
    expect(participant.participantId).toBe(ada.id);
  });

  it.each([
    ['no JSON', '{', 'type'],
    ['a list', '[]', 'type'],
    ['an unknown type', '{"type":"take.steal"}', 'type'],
    ['the name of a built-in', '{"type":"toString"}', 'type'],
    ['bytes', Buffer.from([1, 2, 3]), 'type'],
    ['a signal to nobody', '{"type":"signal","data":{}}', 'to'],
    ['a field that there is not', '{"type":"take.ready","x":1}', 'x'],
    ['a number as text', '{"type":"clock.ping","t0":"1"}', 't0'],
  ])('refuses %s by the name of the field, and stays', async (_what, text, field) => {
    const { socket } = await guest('Grace');
    socket.sayText(text);
    expect(await socket.hear('error')).toMatchObject({ code: 'invalid_input', field });
    socket.say({ type: 'clock.ping', t0: 1 });
    await socket.hear('clock.pong');
  });

  it('closes on messages without end and on one without measure; the room goes on', async () => {
    const [loud, long, ada] = [await guest('Loud'), await guest('Long'), await guest('Ada')];
    for (let count = 0; count < 300; count += 1) loud.socket.say({ type: 'clock.ping', t0: count });
    expect((await loud.socket.ended()).code).toBe(4429);
    long.socket.say({ type: 'signal', to: ada.id, data: { text: 'x'.repeat(70_000) } });
    expect((await long.socket.ended()).code).toBe(1009);
    ada.socket.say({ type: 'clock.ping', t0: 1 });
    await ada.socket.hear('clock.pong');
  });
});

describe('takes of a room', () => {
  it('start for everybody at one instant of the server’s clock, and stop', async () => {
    const [boss, grace] = [await host(), await guest('Grace')];
    const before = service.clock.now().getTime();
    boss.socket.say({ type: 'take.start' });
    const heard = await Promise.all([boss.socket.hear('take.start'), grace.socket.hear('take.start')]);
    expect(heard[0]).toEqual(heard[1]);
    expect(heard[0].takeNumber).toBe(1);
    // Far enough ahead for the word to be there before.
    expect(heard[0].atServerTime).toBeGreaterThan(before + 1_000);
    const late = await guest('Late');
    const { state } = await late.socket.hear('welcome');
    expect(state).toEqual({ takeNumber: 1, recording: true, atServerTime: heard[0].atServerTime });
    boss.socket.say({ type: 'take.stop' });
    const stop = await grace.socket.hear('take.stop');
    expect(stop).toEqual({ type: 'take.stop', takeNumber: 1, atServerTime: expect.any(Number) as number });
    boss.socket.say({ type: 'take.start' });
    const second = await grace.socket.hear('take.start', ({ takeNumber }) => takeNumber === 2);
    const instant = (ms: number) => new Date(ms).toISOString();
    expect((await service.read(key, opened.session.id)).takes).toEqual([
      { takeNumber: 1, startedAt: instant(heard[0].atServerTime), stoppedAt: instant(stop.atServerTime) },
      { takeNumber: 2, startedAt: instant(second.atServerTime), stoppedAt: null },
    ]);
  });

  it('are numbered once each, whoever starts them how often', async () => {
    const boss = await host();
    for (let count = 0; count < 5; count += 1) boss.socket.say({ type: 'take.start' });
    boss.socket.say({ type: 'take.stop' });
    boss.socket.say({ type: 'take.stop' });
    await boss.socket.hear('take.stop');
    boss.socket.say({ type: 'clock.ping', t0: 1 });
    await boss.socket.hear('clock.pong');
    const said = boss.socket.heard.filter(({ type }) => type.startsWith('take.'));
    expect(said).toHaveLength(2);
    const refusals = boss.socket.heard.filter((message) => message.type === 'error');
    expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'conflict'));
  });

  it('are told to the pages of members, when they begin and when they end', async () => {
    const ids = { sessionId: opened.session.id };
    const told: ChangeNotice[] = [];
    const notices = service
      .app()
      .get(Bus, { strict: false })
      // What other rooms changed may still be on its way.
      .listen(CHANGE_NOTICES, (one) => {
        const notice = one as ChangeNotice;
        if (notice.ids['sessionId'] === ids.sessionId) told.push(notice);
      });
    const boss = await host();
    const { organizationId } = key;
    boss.socket.say({ type: 'take.start' });
    await until('the beginning to be told', () => told.length === 1);
    boss.socket.say({ type: 'take.stop' });
    await until('the end to be told', () => told.length === 2);
    const notice = { organizationId, type: 'session.take_changed', ids };
    expect(told).toEqual([notice, notice]);
    await notices.close();
  });

  it.each(['take.start', 'take.stop', 'session.end'])('%s is the host’s alone', async (type) => {
    const { socket } = await guest('Grace');
    socket.say({ type });
    expect(await socket.hear('error')).toMatchObject({ code: 'host_only' });
    const { body } = await service.call<{ status: string }>(key, 'GET', `/v1/sessions/${opened.session.id}`);
    expect(body.status).toBe('open');
  });

  it('and the session end at the host’s word; a host takes no guest’s seat', async () => {
    const boss = await host();
    const guests = await Promise.all(['A', 'B', 'C', 'D'].map((name) => guest(name)));
    boss.socket.say({ type: 'take.start' });
    await guests[0]?.socket.hear('take.start');
    boss.socket.say({ type: 'session.end' });
    for (const { socket } of [boss, ...guests]) {
      expect((await socket.ended()).code).toBe(1000);
      const last = socket.heard.filter(({ type }) => type === 'take.stop' || type === 'session.ended');
      expect(last.map(({ type }) => type)).toEqual(['take.stop', 'session.ended']);
    }
    const { body } = await service.call<{ status: string }>(key, 'GET', `/v1/sessions/${opened.session.id}`);
    expect(body.status).toBe('closed');
    const take = 'SELECT take_number AS number FROM session WHERE id = $1 AND take_stopped_at = ended_at';
    expect(await service.sql(take, opened.session.id)).toEqual([{ number: 1 }]);
  });
});
