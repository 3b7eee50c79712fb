import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { KeyPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { until } from '@capture/testing';
import { RoomHub } from '../../src/sockets/room-hub.js';
import type { OpenedSessionDto, SessionDto } from '../../src/sessions/session.dto.js';
import { SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

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

async function entered(displayName = 'Grace') {
  const joined = await service.join(opened, displayName);
  return { ...joined, socket: service.connect(opened.session.id, joined.participantToken) };
}

/** The status that joining answers. */
async function joining(displayName: string): Promise<number> {
  const principal = { kind: 'capability', token: opened.inviteToken } as const;
  const path = `/v1/rooms/${opened.session.roomCode}/join`;
  return (await service.call(principal, 'POST', path, { body: { displayName } })).status;
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

describe('presence', () => {
  it('welcomes a socket with everybody who is there, and tells the others', async () => {
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

  it('of who closes the socket for good ends at once, and is told', async () => {
    const [grace, ada] = [await entered('Grace'), await entered('Ada')];
    await Promise.all([grace.socket.hear('welcome'), ada.socket.hear('welcome')]);
    ada.socket.leave();
    await grace.socket.hear('presence', ({ event }) => event === 'left');
    const [, left] = (await shown()).participants;
    expect(left).toMatchObject({ displayName: 'Ada', leftAt: expect.any(String) as string });
    await until('participant_left', () => dataOf('session.participant_left').length === 1);
    expect(dataOf('session.participant_left')).toEqual([
      { sessionId: opened.session.id, participantId: ada.participantId, isGuest: true },
    ]);
  });

  it('of who loses the connection lasts for the time of grace: who is back in time has never left', async () => {
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
    expect(dataOf('session.participant_left')).toEqual([]);
  });

  it('of who does not come back ends when they were seen last; with their token they join again as themselves', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    grace.socket.cut();
    await until('no connection', async () => (await connections()) === 0);
    const seen = service.clock.now().getTime();
    service.clock.advance(31);
    await service.presence();
    const [left] = (await shown()).participants;
    expect(Math.abs(Date.parse(left?.leftAt ?? '') - seen)).toBeLessThan(5_000);
    await until('participant_left', () => dataOf('session.participant_left').length === 1);
    const back = service.connect(opened.session.id, grace.participantToken);
    expect((await back.hear('welcome')).participants).toMatchObject([{ participantId: grace.participantId }]);
    await until('participant_joined', () => dataOf('session.participant_joined').length === 2);
    expect((await shown()).participants).toMatchObject([
      { participantId: grace.participantId, leftAt: null },
    ]);
  });

  it('of who joined and never opened a socket ends as well: no seat is lost to an answer that was lost', async () => {
    for (const name of ['A', 'B', 'C', 'D']) expect(await joining(name)).toBe(201);
    expect(await joining('E')).toBe(409);
    service.clock.advance(31);
    await service.presence();
    expect(await joining('E')).toBe(201);
  });

  it('of people in other rooms goes on while a frozen process holds the rows of one', async () => {
    const [grace, lost] = [await entered('Grace'), await service.join(opened, 'Lost')];
    await grace.socket.hear('welcome');
    const other = await service.opened(key);
    const ada = await service.join(other, 'Ada');
    await service.connect(other.session.id, ada.participantToken).hear('welcome');
    const thaw = await holdRows();
    service.clock.advance(31);
    const before = service.clock.now().getTime();
    await service.presence();
    const [seen] = await service.sql<{ at: Date }>(
      'SELECT seen_at AS at FROM participant WHERE id = $1',
      ada.participantId,
    );
    expect(seen?.at.getTime()).toBeGreaterThan(before - 5_000);
    await thaw();
    await until('the rows to be free', async () => {
      await service.presence();
      return (await shown()).participants.some(({ leftAt }) => leftAt !== null);
    });
    expect(dataOf('session.participant_left')).toMatchObject([{ participantId: lost.participantId }]);
  });

  it('is held by one socket at a time: the newer one counts, and the older one is told', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    const second = service.connect(opened.session.id, grace.participantToken);
    await second.hear('welcome');
    expect(await grace.socket.ended()).toEqual({ code: 4000, reason: 'replaced' });
    await service.presence();
    expect(await connections()).toBe(1);
    expect(second.closed).toBeUndefined();
  });

  it('is not taken from its socket by one that closed while it waited to be let in', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    const thaw = await holdRows();
    const late = service.connect(opened.session.id, grace.participantToken);
    const sockets = () => {
      const { connections: all } = service.app().get(RoomHub);
      return all.filter(({ participantId }) => participantId === grace.participantId).length;
    };
    await until('the service to have both', () => sockets() === 2);
    await until('the later one to wait', isWaiting);
    late.cut();
    await until('the service to have lost it', () => sockets() === 1);
    await thaw();
    // Whatever the later one did is done once a third has been let in and has left.
    const ada = await entered('Ada');
    await ada.socket.hear('welcome');
    expect(grace.socket.closed).toBeUndefined();
    expect(await connections()).toBe(2);
  });

  it('ends for everybody with the session, once each', async () => {
    const [grace, ada] = [await entered('Grace'), await entered('Ada')];
    await Promise.all([grace.socket.hear('welcome'), ada.socket.hear('welcome')]);
    await end();
    for (const { socket } of [grace, ada]) {
      await socket.hear('session.ended');
      expect((await socket.ended()).code).toBe(1000);
    }
    const { participants } = await shown();
    expect(participants.every(({ leftAt }) => leftAt !== null)).toBe(true);
    await until('session.ended', () => dataOf('session.ended').length === 1);
    expect(dataOf('session.participant_left')).toHaveLength(2);
    await end();
    expect(dataOf('session.participant_left')).toHaveLength(2);
    const refused = service.connect(opened.session.id, grace.participantToken);
    expect(await refused.hear('error')).toMatchObject({ code: 'session_closed' });
    expect((await refused.ended()).code).toBe(4409);
  });

  it('ends for everybody when the session expires', async () => {
    const grace = await entered();
    await grace.socket.hear('welcome');
    service.clock.advance(86_400);
    await service.sweep();
    await grace.socket.hear('session.ended');
    await until('participant_left', () => dataOf('session.participant_left').length === 1);
  });

  it('is not to be had with an invite, an unknown token or another session’s', async () => {
    const joined = await service.join(opened, 'Grace');
    const other = await service.opened(teamKey());
    const attempts = [
      service.connect(opened.session.id, opened.inviteToken),
      service.connect(opened.session.id, 'x'.repeat(43)),
      service.connect(other.session.id, joined.participantToken),
      service.connect('nonsense', joined.participantToken),
    ];
    for (const attempt of attempts) {
      expect(await attempt.hear('error')).toMatchObject({ code: 'link_expired' });
      expect((await attempt.ended()).code).toBe(4401);
    }
  });
});

/** Locks the rows of the room until what this resolves to is called. */
async function holdRows(): Promise<() => Promise<void>> {
  const database = service.app().get(Database);
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.forOrganization(key.organizationId, () =>
    database.runDirectly(async () => {
      await database.query('SELECT FROM session WHERE id = $1 FOR UPDATE', opened.session.id);
      await database.query('SELECT FROM participant WHERE session_id = $1 FOR UPDATE', opened.session.id);
      locked.resolve();
      await released.promise;
    }),
  );
  await Promise.race([locked.promise, holding]);
  return () => {
    released.resolve();
    return holding;
  };
}

/** Whether a statement waits for rows that another transaction holds. */
async function isWaiting(): Promise<boolean> {
  const waiting = await service.sql(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return waiting.length > 0;
}

async function connections(): Promise<number> {
  const rows = await service.sql<{ count: bigint }>(
    'SELECT count(*) FROM participant WHERE session_id = $1 AND connection_id IS NOT NULL',
    opened.session.id,
  );
  return Number(rows[0]?.count);
}
