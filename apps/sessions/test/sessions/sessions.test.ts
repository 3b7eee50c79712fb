import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Problem } from '@capture/contracts';
import { keyedHash } from '@capture/platform';
import { until } from '@capture/testing';
import type { InviteDto, InvitePageDto } from '../../src/sessions/invite.dto.js';
import type { OpenedSessionDto, SessionPageDto, SessionDto } from '../../src/sessions/session.dto.js';
import { teamKey, SessionsUnderTest } from '../fixtures/sessions-under-test.js';

const SESSIONS = '/v1/sessions';
const DAY_SEC = 86_400;
let service: SessionsUnderTest;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('opening a session', () => {
  it('answers an open room for 24 hours, with the links and tokens of guests and host', async () => {
    const { status, body } = await service.call<OpenedSessionDto>(teamKey(), 'POST', SESSIONS);
    expect(status).toBe(201);
    const { session, inviteToken, hostToken } = body;
    expect(session).toMatchObject({ status: 'open', maxGuests: 4, endedAt: null, participants: [] });
    expect(session.id).toMatch(/^ses_/);
    expect(session.roomCode).toMatch(/^[a-z2-9]{3}-[a-z2-9]{3}-[a-z2-9]{3}$/);
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(DAY_SEC * 1000);
    expect(body.joinUrl).toBe(`https://capture.example/join/${session.roomCode}?t=${inviteToken}`);
    expect(body.hostUrl).toBe(`https://capture.example/host/${session.id}?t=${hostToken}`);
    expect(inviteToken).toMatch(/^[\w-]{43}$/);
    expect(hostToken).not.toBe(inviteToken);
  });

  it('keeps of its tokens only a keyed hash', async () => {
    const { session, inviteToken } = await service.opened(teamKey());
    const rows = await service.sql<{ hash: string; kind: string }>(
      'SELECT hash, kind FROM session_token WHERE session_id = $1 ORDER BY kind',
      session.id,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['host', 'invite']);
    expect(rows[1]?.hash).toBe(keyedHash('a token secret of the tests, long enough', inviteToken));
    expect(JSON.stringify(rows)).not.toContain(inviteToken);
  });

  it('states session.opened', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    await until('session.opened', () => service.eventsOf(session.id, 'session.opened').length === 1);
    expect(service.eventsOf(session.id, 'session.opened')[0]).toMatchObject({
      organizationId: key.organizationId,
    });
  });

  it('is refused when the key owner left, for a test key, and while the organization is paused', async () => {
    const refusal = async (changes: Parameters<typeof teamKey>[0]) => {
      const { status, body } = await service.call<Problem>(teamKey(changes), 'POST', SESSIONS);
      return [status, body.code];
    };
    expect(await refusal({ ownerMemberId: null })).toEqual([403, 'key_owner_not_a_member']);
    expect(await refusal({ mode: 'test' })).toEqual([403, 'test_mode_scope']);
    expect(await refusal({ organizationPaused: true })).toEqual([409, 'organization_paused']);
  });

  it('takes no body: members in one are refused by name', async () => {
    const answer = await service.call<Problem>(teamKey(), 'POST', SESSIONS, { body: { maxGuests: 100 } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'maxGuests' } });
  });

  it('repeated under one Idempotency-Key opens one room and answers the same tokens', async () => {
    const key = teamKey();
    const headers = { 'idempotency-key': 'open-once' };
    const first = await service.call<OpenedSessionDto>(key, 'POST', SESSIONS, { headers });
    const second = await service.call<OpenedSessionDto>(key, 'POST', SESSIONS, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await service.call<SessionPageDto>(key, 'GET', SESSIONS)).body.data).toHaveLength(1);
  });

  it('sent 100 times at once under one Idempotency-Key opens one room (49)', async () => {
    const key = teamKey();
    const headers = { 'idempotency-key': 'open-once-of-many' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.call<Problem>(key, 'POST', SESSIONS, { headers })),
    );
    const kinds = new Set(answers.map(({ status, body }) => (status === 201 ? 'opened' : body.code)));
    expect([...kinds].filter((kind) => kind !== 'opened' && kind !== 'idempotency_in_progress')).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect((await service.call<SessionPageDto>(key, 'GET', SESSIONS)).body.data).toHaveLength(1);
  });
});

describe('reading sessions', () => {
  it('shows one as it is, and who joined', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    await service.sql(
      `INSERT INTO participant (id, session_id, is_guest, display_name, joined_at, left_at)
       VALUES ('ptc_01kadt3m5tfm2r5x6q8v4zc0aa', $1, true, 'Grace', now(), null) RETURNING id`,
      session.id,
    );
    const { body } = await service.call<SessionDto>(key, 'GET', `${SESSIONS}/${session.id}`);
    expect(body).toMatchObject({
      ...session,
      participantCount: 1,
      participants: [{ isGuest: true, displayName: 'Grace', leftAt: null }],
    });
    expect(Object.keys(body.participants[0] ?? {}).sort()).toEqual(
      ['displayName', 'inviteId', 'isGuest', 'joinedAt', 'leftAt', 'participantId', 'removedAt'].sort(),
    );
  });

  it('lists the first fifty who joined and how many there are; reading one shows all of them', async () => {
    const key = teamKey();
    const [full, empty] = [(await service.opened(key)).session, (await service.opened(key)).session];
    const join = `INSERT INTO participant (id, session_id, is_guest, display_name, joined_at, left_at)
      SELECT 'ptc_' || lpad(n::text, 26, '0'), $1, true, 'Guest ' || n, now(), now() FROM generate_series(1, 60) n`;
    await service.sql(`${join} RETURNING id`, full.id);
    const { body } = await service.call<SessionPageDto>(key, 'GET', SESSIONS);
    expect(body.data.map(({ id, participantCount }) => [id, participantCount])).toEqual([
      [empty.id, 0],
      [full.id, 60],
    ]);
    const named = (count: number) => Array.from({ length: count }, (_, index) => `Guest ${index + 1}`);
    expect(body.data[1]?.participants.map(({ displayName }) => displayName)).toEqual(named(50));
    const whole = await service.read(key, full.id);
    expect(whole.participantCount).toBe(60);
    expect(whole.participants.map(({ displayName }) => displayName)).toEqual(named(60));
    expect(body.data[1]?.participants).toEqual(whole.participants.slice(0, 50));
  });

  it('pages newest first, each once, with null after the last', async () => {
    const key = teamKey();
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await service.opened(key)).session.id);
    const page = async (query: string) =>
      (await service.call<SessionPageDto>(key, 'GET', `${SESSIONS}?limit=2${query}`)).body;
    const first = await page('');
    const second = await page(`&cursor=${first.nextCursor}`);
    const third = await page(`&cursor=${second.nextCursor}`);
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
    expect(seen).toEqual(made.reverse());
    expect(third.nextCursor).toBeNull();
  });

  it('another organization has none of it: not found, not listed, no cursor (43, 54)', async () => {
    const { session } = await service.opened(teamKey());
    const other = teamKey();
    const routes = [
      ['GET', `${SESSIONS}/${session.id}`],
      ['POST', `${SESSIONS}/${session.id}/end`],
      ['POST', `${SESSIONS}/${session.id}/invites`],
    ] as const;
    for (const [method, path] of routes) {
      const { status, body } = await service.call<Problem>(other, method, path);
      expect([status, body.code], path).toEqual([404, 'not_found']);
    }
    expect((await service.call<SessionPageDto>(other, 'GET', SESSIONS)).body.data).toEqual([]);
    const foreign = await service.call<Problem>(other, 'GET', `${SESSIONS}?cursor=${session.id}`);
    expect(foreign).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  it('takes API keys only', async () => {
    for (const principal of [
      { kind: 'operator' },
      { kind: 'public' },
      { kind: 'capability', token: 'x' },
      null,
    ] as const) {
      expect((await service.call<Problem>(principal, 'GET', SESSIONS)).status).toBe(401);
      expect((await service.call<Problem>(principal, 'POST', SESSIONS)).status).toBe(401);
    }
  });

  it('refuses a limit out of range and a query of its own making', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=ten', 'state=open']) {
      const { status, body } = await service.call<Problem>(teamKey(), 'GET', `${SESSIONS}?${query}`);
      expect([status, body.field], query).toEqual([400, query.split('=')[0]]);
    }
  });
});

describe('inviting', () => {
  it('mints another token that ends with the room; earlier ones keep working', async () => {
    const key = teamKey();
    const { session, inviteToken } = await service.opened(key);
    const { status, body } = await service.call<InviteDto>(key, 'POST', `${SESSIONS}/${session.id}/invites`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ expiresAt: session.expiresAt });
    expect(body.inviteToken).not.toBe(inviteToken);
    expect(body.joinUrl).toContain(session.roomCode);
    const [row] = await service.sql<{ count: bigint }>(
      "SELECT count(*) FROM session_token WHERE session_id = $1 AND kind = 'invite'",
      session.id,
    );
    expect(Number(row?.count)).toBe(2);
  });

  it('is refused while the organization is paused, which goes on reading its invites', async () => {
    const key = teamKey();
    const { session, inviteId } = await service.opened(key);
    const paused = { ...key, organizationPaused: true };
    const path = `${SESSIONS}/${session.id}/invites`;
    const { status, body } = await service.call<Problem>(paused, 'POST', path);
    expect([status, body.code]).toEqual([409, 'organization_paused']);
    const listed = await service.call<InvitePageDto>(paused, 'GET', path);
    expect(listed.body.data.map(({ id }) => id)).toEqual([inviteId]);
    expect((await service.call(key, 'POST', path)).status).toBe(201);
  });

  it('is refused once the room has ended', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    service.promotion = async () => ({ promotion: 'empty', savedCount: 0, recordingId: null, errorId: null });
    await service.call(key, 'POST', `${SESSIONS}/${session.id}/end`);
    const { status, body } = await service.call<Problem>(key, 'POST', `${SESSIONS}/${session.id}/invites`);
    expect([status, body.code]).toEqual([409, 'session_closed']);
  });
});
