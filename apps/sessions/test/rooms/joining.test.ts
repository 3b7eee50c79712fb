import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createEvent, OrganizationUpdated, type KeyPrincipal, type Problem } from '@capture/contracts';
import { Bus } from '@capture/messaging';
import { Database } from '@capture/persistence';
import type { Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import type { InviteDto } from '../../src/sessions/invite.dto.js';
import type { JoinedRoomDto, RoomAtTheDoorDto } from '../../src/rooms/room.dto.js';
import { SessionRepository } from '../../src/sessions/session.repository.js';
import type { OpenedSessionDto, SessionDto } from '../../src/sessions/session.dto.js';
import { ownerOf, SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = teamKey();
  opened = await service.opened(key);
});

async function join<T = JoinedRoomDto>(
  displayName = 'Grace',
  { token = opened.inviteToken, roomCode = opened.session.roomCode } = {},
): Promise<Answer<T>> {
  const principal = { kind: 'capability', token } as const;
  return service.call<T>(principal, 'POST', `/v1/rooms/${roomCode}/join`, { body: { displayName } });
}

function shown(): Promise<SessionDto> {
  return service.read(key, opened.session.id);
}

function dataOf(type: string): unknown[] {
  return service.eventsOf(opened.session.id, type).map(({ data }) => data);
}

async function end(): Promise<void> {
  await service.call(key, 'POST', `/v1/sessions/${opened.session.id}/end`);
}

describe('joining a room', () => {
  it.each(['run', 'runDirectly'] as const)(
    'waits for no process that froze while it had the room, for longer than a moment; that one then does its work again (%s)',
    async (way) => {
      let thaw = (): void => undefined;
      const frozen = new Promise<void>((resolve) => (thaw = resolve));
      const { id } = opened.session;
      const { organizationId } = key;
      let attempts = 0;
      const guests = async (): Promise<number> =>
        (await service.app().get(SessionRepository).lock({ id, organizationId })).participants.length;
      const database = service.app().get(Database);
      const freezing = service.within(organizationId, () =>
        database[way](async () => {
          const found = await guests();
          attempts += 1;
          if (attempts === 1) {
            await frozen;
            await guests();
          }
          return found;
        }),
      );
      await until('the lock', () => attempts === 1);
      expect((await join()).status).toBe(201);
      thaw();
      expect(await freezing).toBe(1);
    },
  );

  it('takes an invite and a name, and gives a participant whom everybody who may sees', async () => {
    const { status, body } = await join('Grace Hopper');
    expect(status).toBe(201);
    const { participantId, participantToken, session, live, upload, maxTrackBytes } = body;
    const grace = { participantId, isGuest: true, displayName: 'Grace Hopper', leftAt: null };
    expect(session).toMatchObject({ id: opened.session.id, status: 'open', participants: [grace] });
    expect(live).toEqual({ kind: 'mesh', maxPeople: 5, iceServers: [{ urls: ['stun:stun.example.org'] }] });
    expect([upload, maxTrackBytes]).toEqual(['after_take', 4 * 1024 ** 3]);
    expect(participantToken).toMatch(/^[\w-]{43}$/);
    expect((await shown()).participants).toMatchObject([grace]);
    await until('participant_joined', () => dataOf('session.participant_joined').length === 1);
    expect(dataOf('session.participant_joined')).toEqual([
      { sessionId: opened.session.id, participantId, isGuest: true },
    ]);
  });

  it('shows whose room it is, as they show themselves, to who holds an invitation and to nobody else', async () => {
    const { roomCode, organizationId } = { ...opened.session, organizationId: key.organizationId };
    const read = (token: string) =>
      service.call<RoomAtTheDoorDto>({ kind: 'capability', token }, 'GET', `/v1/rooms/${roomCode}`);
    expect((await read(opened.inviteToken)).body).toEqual({ organization: null });
    const logo = 'a'.repeat(64);
    const state = { name: 'Acme GmbH', plan: 'team', features: [], paused: false, retentionDays: null };
    const changed = (revision: number, name: string) =>
      createEvent(OrganizationUpdated, organizationId, {
        ...state,
        limits: { rosterCap: 1, submissionCap: 1, maxGuests: 4 },
        branding: { name, colour: '#0b5fff', logo },
        revision,
      });
    await service.app().get(Bus).publish(changed(2, 'Acme Research'));
    await service.app().get(Bus).publish(changed(1, 'Late'));
    const expected = {
      name: 'Acme Research',
      logoUrl: expect.stringContaining(`/api/v1/logos/${logo}`) as string,
      colour: '#0b5fff',
    };
    expect((await read(opened.inviteToken)).body).toEqual({ organization: expected });
    const other = await service.opened(teamKey());
    for (const token of ['x', other.inviteToken])
      expect(await read(token)).toMatchObject({ status: 401, body: { code: 'link_expired' } });
  });

  it('takes the room code in capitals, as people type it', async () => {
    expect((await join('Grace', { roomCode: opened.session.roomCode.toUpperCase() })).status).toBe(201);
  });

  it('is refused alike with an unknown invite, another room’s, the host’s token and a participant’s', async () => {
    const other = await service.opened(teamKey());
    const { body: joined } = await join();
    const tokens = ['x'.repeat(43), other.inviteToken, opened.hostToken, joined.participantToken];
    const answers = await Promise.all(tokens.map((token) => join<Problem>('Eve', { token })));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      tokens.map(() => [401, 'link_expired']),
    );
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
  });

  it.each([
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

  it('stops at maxGuests, however many arrive at once; who leaves makes room', async () => {
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

  it('again with the token of before gives the same participant: a reload takes no second seat', async () => {
    const [grace] = [await join('Grace'), await join('A'), await join('B'), await join('C')];
    const { participantId, participantToken } = grace.body;
    const again = (token: string) => {
      const principal = { kind: 'capability', token: opened.inviteToken } as const;
      const body = { displayName: 'Grace', participantToken: token };
      return service.call<JoinedRoomDto>(principal, 'POST', `/v1/rooms/${opened.session.roomCode}/join`, {
        body,
      });
    };
    const back = await again(participantToken);
    expect(back).toMatchObject({ status: 201, body: { participantId, participantToken } });
    expect((await shown()).participants).toHaveLength(4);
    // Another room's token, or none that there is, makes nobody somebody: a seat is needed.
    const other = await service.opened(key);
    const elsewhere = await service.join(other, 'Eve');
    for (const token of [elsewhere.participantToken, 'x'.repeat(43)])
      expect(await again(token)).toMatchObject({ status: 409, body: { code: 'session_full' } });
    const socket = service.connect(opened.session.id, participantToken);
    await socket.hear('welcome');
    socket.leave();
    await until('a free seat', async () =>
      (await shown()).participants.some(({ leftAt }) => leftAt !== null),
    );
    expect((await again(participantToken)).body.participantId).toBe(participantId);
    expect((await shown()).participants.map(({ leftAt }) => leftAt)).toEqual([null, null, null, null]);
    await until('participant_joined', () => dataOf('session.participant_joined').length === 5);
  });

  it('scenario 69: is still possible after an invite was used in a loop; whoever was there in a take is not forgotten', async () => {
    const { id: sessionId } = opened.session;
    const comeAndGo = (count: number, minutesAgo: number) =>
      service.sql(
        `INSERT INTO participant (id, session_id, is_guest, display_name, joined_at, left_at, seen_at, invite_id)
         SELECT 'ptc_' || $2::int || '_' || n, $1, true, 'Loop', now() - $2::int * interval '1 minute', now() - $2::int * interval '1 minute', now(), $4
         FROM generate_series(1, $3::int) n RETURNING id`,
        sessionId,
        minutesAgo,
        count,
        opened.inviteId,
      );
    await service.sql(
      `INSERT INTO take (session_id, take_number, starts_at, stopped_at)
       VALUES ($1, 1, now() - interval '31 minutes', now() - interval '29 minutes') RETURNING session_id`,
      sessionId,
    );
    await comeAndGo(498, 30);
    await comeAndGo(2, 10);
    expect((await join('Grace')).status).toBe(201);
    expect((await join('Ada')).status).toBe(201);
    // Only those who were there in the take are left. Whoever is given another invite still comes in.
    expect(await join('Eve')).toMatchObject({ status: 409, body: { code: 'session_full' } });
    const invited = await service.call<InviteDto>(key, 'POST', `/v1/sessions/${sessionId}/invites`);
    expect((await join('Eve', { token: invited.body.inviteToken })).status).toBe(201);
    const host = ownerOf(key);
    const path = `/console/api/sessions/${sessionId}/host`;
    expect((await service.call(host, 'POST', path, { body: { displayName: 'Host' } })).status).toBe(201);
    const { participants } = await shown();
    expect(participants.filter(({ displayName }) => displayName === 'Loop')).toHaveLength(498);
  });

  it('is still possible after an invite was used in a loop during a take, by guests who never opened a socket', async () => {
    await service.sql(
      `INSERT INTO take (session_id, take_number, starts_at) VALUES ($1, 1, now() - interval '1 hour') RETURNING session_id`,
      opened.session.id,
    );
    await service.sql(
      `INSERT INTO participant (id, session_id, is_guest, display_name, joined_at, left_at, seen_at, invite_id)
       SELECT 'ptc_loop_' || n, $1, true, 'Loop', at, at, at, $2
       FROM generate_series(1, 500) n, LATERAL (SELECT now() - n * interval '1 second' AS at) t RETURNING id`,
      opened.session.id,
      opened.inviteId,
    );
    expect((await join('Grace')).status).toBe(201);
    const socket = service.connect(opened.session.id, (await join('Ada')).body.participantToken);
    await socket.hear('welcome');
    expect((await shown()).participants.filter(({ displayName }) => displayName === 'Loop')).toHaveLength(
      498,
    );
  });

  it('is over once the session has ended, or has expired', async () => {
    await end();
    expect(await join()).toMatchObject({ status: 409, body: { code: 'session_closed' } });
    opened = await service.opened(key);
    const until = Date.parse(opened.session.expiresAt) - service.clock.now().getTime();
    service.clock.advance(until / 1000);
    expect(await join()).toMatchObject({ status: 401, body: { code: 'link_expired' } });
  });

  it('waits while the organization is paused', async () => {
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

const ORGANIZATION = {
  name: 'Acme',
  plan: 'team',
  features: [],
  limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
  retentionDays: null,
};
