import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createEvent, OrganizationUpdated, type KeyPrincipal, type Problem } from '@capture/contracts';
import { Bus } from '@capture/messaging';
import { until } from '@capture/testing';
import type { JoinedRoomResponse } from '../src/rooms/room.dto.js';
import type { OpenedSessionResponse, SessionResponse } from '../src/sessions/session.dto.js';
import { keyOf, SessionsUnderTest, type Answer } from './service.js';

let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionResponse;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = keyOf();
  opened = await service.opened(key);
});

async function join<T = JoinedRoomResponse>(
  displayName = 'Grace',
  { token = opened.inviteToken, roomCode = opened.session.roomCode } = {},
): Promise<Answer<T>> {
  const principal = { kind: 'capability', token } as const;
  return service.call<T>(principal, 'POST', `/v1/rooms/${roomCode}/join`, { body: { displayName } });
}

async function entered(displayName = 'Grace') {
  const { body } = await join(displayName);
  return { ...body, socket: service.connect(opened.session.id, body.participantToken) };
}

async function shown(): Promise<SessionResponse> {
  return (await service.call<SessionResponse>(key, 'GET', `/v1/sessions/${opened.session.id}`)).body;
}

function told(type: string): unknown[] {
  return service.eventsOf(opened.session.id, type).map(({ data }) => data);
}

async function end(): Promise<void> {
  await service.call(key, 'POST', `/v1/sessions/${opened.session.id}/end`);
}

describe('joining a room', () => {
  test('takes an invite and a name, and gives a participant whom everybody who may sees', async () => {
    const { status, body } = await join('Grace Hopper');
    expect(status).toBe(201);
    const { participantId, participantToken, session, live } = body;
    const grace = { participantId, isGuest: true, displayName: 'Grace Hopper', leftAt: null };
    expect(session).toMatchObject({ id: opened.session.id, status: 'open', participants: [grace] });
    expect(live).toEqual({ kind: 'mesh', maxPeople: 4, iceServers: [{ urls: ['stun:stun.example.org'] }] });
    expect(participantToken).toMatch(/^[\w-]{43}$/);
    expect((await shown()).participants).toMatchObject([grace]);
    await until('participant_joined', () => told('session.participant_joined').length === 1);
    expect(told('session.participant_joined')).toEqual([
      { sessionId: opened.session.id, participantId, isGuest: true },
    ]);
  });

  test('takes the room code in capitals, as people type it', async () => {
    expect((await join('Grace', { roomCode: opened.session.roomCode.toUpperCase() })).status).toBe(201);
  });

  test('is refused alike with an unknown invite, another room’s, the host’s token and a participant’s', async () => {
    const other = await service.opened(keyOf());
    const { body: joined } = await join();
    const tokens = ['x'.repeat(43), other.inviteToken, opened.hostToken, joined.participantToken];
    const answers = await Promise.all(tokens.map((token) => join<Problem>('Eve', { token })));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      tokens.map(() => [401, 'link_expired']),
    );
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
  });

  test.each([
    ['without a name', {}],
    ['with an empty one', { displayName: '' }],
    ['with one of two lines', { displayName: 'a\nb' }],
    ['with one that is no text', { displayName: 7 }],
  ])('%s names the field', async (_how, body) => {
    const principal = { kind: 'capability', token: opened.inviteToken } as const;
    const path = `/v1/rooms/${opened.session.roomCode}/join`;
    const answer = await service.call<Problem>(principal, 'POST', path, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'displayName' } });
  });

  test('stops at maxGuests, however many arrive at once; who leaves makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => join(`Guest ${index}`)));
    const [inside, outside] = [201, 409].map((status) => answers.filter((one) => one.status === status));
    expect([inside?.length, outside?.length]).toEqual([4, 8]);
    expect(outside?.[0]?.body).toMatchObject({ code: 'session_full' });
    const socket = service.connect(opened.session.id, inside?.[0]?.body.participantToken ?? '');
    await socket.hear('welcome');
    socket.leave();
    await until('a free seat', async () =>
      (await shown()).participants.some(({ leftAt }) => leftAt !== null),
    );
    expect((await join('Late')).status).toBe(201);
  });

  test('is over once the session has ended, or has expired', async () => {
    await end();
    expect(await join()).toMatchObject({ status: 409, body: { code: 'session_closed' } });
    opened = await service.opened(key);
    const until = Date.parse(opened.session.expiresAt) - service.clock.now().getTime();
    service.clock.advance(until / 1000);
    expect(await join()).toMatchObject({ status: 401, body: { code: 'link_expired' } });
  });

  test('waits while the organization is paused', async () => {
    const pause = (paused: boolean, revision: number) => {
      const data = { ...ORGANIZATION, paused, revision };
      return service
        .app()
        .get(Bus)
        .publish(createEvent(OrganizationUpdated, key.organizationId, data));
    };
    await pause(true, 2);
    expect(await join()).toMatchObject({ status: 409, body: { code: 'organization_paused' } });
    // One that comes late changes nothing.
    await pause(false, 1);
    expect((await join()).status).toBe(409);
    await pause(false, 3);
    expect((await join()).status).toBe(201);
  });
});

describe('presence', () => {
  test('welcomes a socket with everybody who is there, and tells the others', async () => {
    const grace = await entered('Grace');
    await grace.socket.hear('welcome');
    const ada = await entered('Ada');
    const welcome = await ada.socket.hear('welcome');
    expect(ada.socket.protocol).toBe('capture.v1');
    expect(welcome).toMatchObject({
      participantId: ada.participantId,
      state: { takeNumber: 0, recording: false, atServerTime: null },
    });
    expect(welcome.participants.map(({ displayName }) => displayName)).toEqual(['Grace', 'Ada']);
    const seen = await grace.socket.hear(
      'presence',
      ({ event, participant }) => event === 'connected' && participant.displayName === 'Ada',
    );
    expect(seen.participant).toEqual({
      participantId: ada.participantId,
      isGuest: true,
      displayName: 'Ada',
      connected: true,
    });
  });

  test('of who closes the socket for good ends at once, and is told', async () => {
    const [grace, ada] = [await entered('Grace'), await entered('Ada')];
    await Promise.all([grace.socket.hear('welcome'), ada.socket.hear('welcome')]);
    ada.socket.leave();
    await grace.socket.hear('presence', ({ event }) => event === 'left');
    const [, left] = (await shown()).participants;
    expect(left).toMatchObject({ displayName: 'Ada', leftAt: expect.any(String) as string });
    await until('participant_left', () => told('session.participant_left').length === 1);
    expect(told('session.participant_left')).toEqual([
      { sessionId: opened.session.id, participantId: ada.participantId, isGuest: true },
    ]);
  });

  test('of who loses the connection lasts for the time of grace: who is back in time has never left', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    grace.socket.cut();
    await until('no connection', async () => (await connections()) === 0);
    service.clock.advance(20);
    await service.presence();
    const back = service.connect(opened.session.id, grace.participantToken);
    await back.hear('welcome');
    service.clock.advance(29);
    await service.presence();
    expect((await shown()).participants).toMatchObject([{ leftAt: null }]);
    expect(told('session.participant_left')).toEqual([]);
  });

  test('of who does not come back ends when they were seen last; with their token they join again as themselves', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    grace.socket.cut();
    await until('no connection', async () => (await connections()) === 0);
    const seen = service.clock.now().getTime();
    service.clock.advance(31);
    await service.presence();
    const [left] = (await shown()).participants;
    expect(Math.abs(Date.parse(left?.leftAt ?? '') - seen)).toBeLessThan(5_000);
    await until('participant_left', () => told('session.participant_left').length === 1);
    const back = service.connect(opened.session.id, grace.participantToken);
    expect((await back.hear('welcome')).participants).toMatchObject([{ participantId: grace.participantId }]);
    await until('participant_joined', () => told('session.participant_joined').length === 2);
    expect((await shown()).participants).toMatchObject([
      { participantId: grace.participantId, leftAt: null },
    ]);
  });

  test('of who joined and never opened a socket ends as well: no seat is lost to an answer that was lost', async () => {
    await Promise.all(Array.from({ length: 4 }, () => join()));
    expect((await join()).status).toBe(409);
    service.clock.advance(31);
    await service.presence();
    expect((await join()).status).toBe(201);
  });

  test('is held by one socket at a time: the newer one counts, and the older one is told', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    const second = service.connect(opened.session.id, grace.participantToken);
    await second.hear('welcome');
    expect(await grace.socket.ended()).toEqual({ code: 4000, reason: 'replaced' });
    await service.presence();
    expect(await connections()).toBe(1);
    expect(second.closed).toBeUndefined();
  });

  test('ends for everybody with the session, once each', async () => {
    const [grace, ada] = [await entered('Grace'), await entered('Ada')];
    await Promise.all([grace.socket.hear('welcome'), ada.socket.hear('welcome')]);
    await end();
    for (const { socket } of [grace, ada]) {
      await socket.hear('session.ended');
      expect((await socket.ended()).code).toBe(1000);
    }
    const { participants } = await shown();
    expect(participants.every(({ leftAt }) => leftAt !== null)).toBe(true);
    await until('session.ended', () => told('session.ended').length === 1);
    expect(told('session.participant_left')).toHaveLength(2);
    await end();
    expect(told('session.participant_left')).toHaveLength(2);
    const refused = service.connect(opened.session.id, grace.participantToken);
    expect(await refused.hear('error')).toMatchObject({ code: 'session_closed' });
    expect((await refused.ended()).code).toBe(4409);
  });

  test('ends for everybody when the session expires', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    service.clock.advance(86_400);
    await service.sweep();
    await grace.socket.hear('session.ended');
    await until('participant_left', () => told('session.participant_left').length === 1);
  });

  test('is not to be had with an invite, an unknown token or another session’s', async () => {
    const { body } = await join();
    const other = await service.opened(keyOf());
    const attempts = [
      service.connect(opened.session.id, opened.inviteToken),
      service.connect(opened.session.id, 'x'.repeat(43)),
      service.connect(other.session.id, body.participantToken),
      service.connect('nonsense', body.participantToken),
    ];
    for (const attempt of attempts) {
      expect(await attempt.hear('error')).toMatchObject({ code: 'link_expired' });
      expect((await attempt.ended()).code).toBe(4401);
    }
  });
});

async function connections(): Promise<number> {
  const rows = await service.sql<{ count: bigint }>(
    'SELECT count(*) FROM participant WHERE session_id = $1 AND connection_id IS NOT NULL',
    opened.session.id,
  );
  return Number(rows[0]?.count);
}

const ORGANIZATION = {
  name: 'Acme',
  plan: 'team',
  features: [],
  limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
  retentionDays: null,
};
