import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newId, type PromotedSession, type PromoteSession, type SessionEnded } from '@capture/contracts';
import { until } from '@capture/testing';
import type { EndedSessionDto } from '../../src/ending/session-end.dto.js';
import { TakeService } from '../../src/rooms/take.service.js';
import type { SessionDto } from '../../src/sessions/session.dto.js';
import { created, empty, existing } from '../fixtures/promotions.js';
import { teamKey, SessionsUnderTest } from '../fixtures/sessions-under-test.js';

const SESSIONS = '/v1/sessions';
let service: SessionsUnderTest;

let answerLate: (answer: PromotedSession) => void;
const late = new Promise<PromotedSession>((resolve) => {
  answerLate = resolve;
});

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 2);
});
afterAll(() => {
  answerLate(empty);
  return service.stop();
});
beforeEach(() => {
  service.promotion = async () => empty;
});

async function end(key: ReturnType<typeof teamKey>, id: string, headers: Record<string, string> = {}) {
  return service.call<EndedSessionDto>(key, 'POST', `${SESSIONS}/${id}/end`, { headers });
}

describe('ending a session', () => {
  it('closes it and answers what was promoted; ending it again says so and promotes nothing twice', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const recordingId = newId('recording');
    service.promotion = async (asked) => {
      expect(asked).toEqual({ organizationId: key.organizationId, sessionId: session.id });
      return created(recordingId);
    };
    const first = await end(key, session.id);
    expect(first).toMatchObject({ status: 200 });
    expect(first.body).toEqual({ alreadyClosed: false, promotion: 'created', savedCount: 3, recordingId });
    service.promotion = async () => existing(recordingId);
    const second = await end(key, session.id);
    expect(second.body).toEqual({ alreadyClosed: true, promotion: 'existing', savedCount: 0, recordingId });
    const { body } = await service.call<SessionDto>(key, 'GET', `${SESSIONS}/${session.id}`);
    expect(body.status).toBe('closed');
    expect(body.endedAt).not.toBeNull();
    await until('session.ended', () => service.eventsOf(session.id, 'session.ended').length > 0);
    expect(service.eventsOf(session.id, 'session.ended').map(({ data }) => data)).toEqual([
      { sessionId: session.id, promotion: 'created', recordingId } satisfies SessionEnded,
    ]);
  });

  it('in which nobody recorded answers empty, without an error', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const { body } = await end(key, session.id);
    expect(body).toEqual({ alreadyClosed: false, promotion: 'empty', savedCount: 0, recordingId: null });
  });

  it.each([
    [
      'that reports a failure',
      async () => ({ ...empty, promotion: 'failed' as const, errorId: 'err_of_recordings' }),
    ],
    ['that reports a failure without a name', async () => ({ ...empty, promotion: 'failed' as const })],
    ['that throws', () => Promise.reject(new Error('the store is gone'))],
    ['that never answers in time', () => late],
    ['that cannot be reached', undefined],
  ])(
    'with a promotion %s is 200 with an error to quote; the call after it recovers',
    async (_kind, promotion) => {
      const key = teamKey();
      const { session } = await service.opened(key);
      service.promotion = promotion;
      const failed = await end(key, session.id);
      expect(failed).toMatchObject({
        status: 200,
        body: { alreadyClosed: false, promotion: 'failed', savedCount: 0 },
      });
      expect(failed.body.recordingId).toBeNull();
      expect(failed.body.errorId).toMatch(/^err_/);
      const recordingId = newId('recording');
      service.promotion = async () => created(recordingId);
      const again = await end(key, session.id);
      expect(again.body).toEqual({ alreadyClosed: true, promotion: 'created', savedCount: 3, recordingId });
      await until(
        'session.promotion_failed',
        () => service.eventsOf(session.id, 'session.promotion_failed').length === 1,
      );
      expect(service.eventsOf(session.id, 'session.promotion_failed')[0]?.data).toEqual({
        sessionId: session.id,
        errorId: failed.body.errorId,
      });
    },
  );

  it('scenario 67: tells which takes devices said they record and have not opened yet: they are on their way', async () => {
    const key = teamKey();
    const opened = await service.opened(key);
    const { id } = opened.session;
    const [grace, ada] = [await service.join(opened, 'Grace'), await service.join(opened, 'Ada')];
    await service.within(key.organizationId, () =>
      service.app().get(TakeService).start({ id, organizationId: key.organizationId }),
    );
    const socket = service.connect(id, grace.participantToken);
    await socket.hear('welcome');
    socket.say({ type: 'take.started', takeNumber: 2 });
    expect(await socket.hear('error')).toMatchObject({ code: 'invalid_input', field: 'takeNumber' });
    socket.say({ type: 'take.started', takeNumber: 1 });
    socket.say({ type: 'take.started', takeNumber: 1 });
    socket.say({ type: 'clock.ping', t0: 1 });
    await socket.hear('clock.pong');
    // Ada's device was about to open a track when the recordings service could not be reached.
    await service.sql(
      `INSERT INTO session_track (id, session_id, participant_id, take_number, kind, content_type, started_at, created_at)
       VALUES ($1, $2, $3, 1, 'camera', 'video/mp4', now(), now()) RETURNING id`,
      newId('track'),
      id,
      ada.participantId,
    );
    const asked: PromoteSession[] = [];
    service.promotion = async (payload) => {
      asked.push(payload);
      return { ...created(newId('recording')), savedCount: 0 };
    };
    expect((await end(key, id)).body).toMatchObject({ promotion: 'created', savedCount: 0 });
    const acknowledged = [grace, ada].map(({ participantId }) => ({ participantId, takeNumber: 1 }));
    expect(asked).toEqual([{ organizationId: key.organizationId, sessionId: id, acknowledged }]);
  });

  it('whose promotion failed is promoted by the sweep, and says nothing twice', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    service.promotion = undefined;
    expect((await end(key, session.id)).body.promotion).toBe('failed');
    service.clock.advance(120);
    await service.sweep();
    const recordingId = newId('recording');
    let asked = 0;
    service.promotion = async ({ sessionId }) => {
      if (sessionId === session.id) asked += 1;
      return created(recordingId);
    };
    await service.sweep();
    expect(asked).toBe(0);
    service.clock.advance(120);
    await service.sweep();
    expect(asked).toBeGreaterThan(0);
    const before = asked;
    service.clock.advance(120);
    await service.sweep();
    expect(asked).toBe(before);
    service.promotion = async () => existing(recordingId);
    expect((await end(key, session.id)).body).toMatchObject({ promotion: 'existing', recordingId });
    await service.idleOutbox();
    expect(service.eventsOf(session.id, 'session.ended')).toHaveLength(1);
    expect(service.eventsOf(session.id, 'session.promotion_failed')).toHaveLength(1);
  });

  it('twenty times at once closes it once and states one session.ended (57)', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const recordingId = newId('recording');
    let asked = 0;
    service.promotion = async () => (asked++ === 0 ? created(recordingId) : existing(recordingId));
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(key, session.id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => !body.alreadyClosed)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.recordingId))).toEqual(new Set([recordingId]));
    await until('session.ended', () => service.eventsOf(session.id, 'session.ended').length > 0);
    await service.idleOutbox();
    expect(service.eventsOf(session.id, 'session.ended')).toHaveLength(1);
  });

  it('under an Idempotency-Key answers the first outcome again', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const headers = { 'idempotency-key': 'end-once' };
    const first = await end(key, session.id, headers);
    const second = await end(key, session.id, headers);
    expect(first.body.alreadyClosed).toBe(false);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('under an Idempotency-Key gives a failed promotion as an answer once: the same call recovers', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const headers = { 'idempotency-key': 'end-until-it-is-done' };
    service.promotion = undefined;
    expect((await end(key, session.id, headers)).body.promotion).toBe('failed');
    const recordingId = newId('recording');
    service.promotion = async () => created(recordingId);
    const again = await end(key, session.id, headers);
    expect(again.body).toEqual({ alreadyClosed: true, promotion: 'created', savedCount: 3, recordingId });
    service.promotion = undefined;
    expect((await end(key, session.id, headers)).body).toEqual(again.body);
  });

  it('under an Idempotency-Key holds no connection and no lock while it waits; a twin is refused', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const headers = { 'idempotency-key': 'end-slowly' };
    let answer: (promoted: PromotedSession) => void = () => undefined;
    const promoted = new Promise<PromotedSession>((resolve) => (answer = resolve));
    let asked = false;
    service.promotion = () => {
      asked = true;
      return promoted;
    };
    const first = end(key, session.id, headers);
    await until('the promotion', () => asked);
    await service.sql('SELECT 1 FROM session WHERE id = $1 FOR UPDATE NOWAIT', session.id);
    const idle = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND state_change < now() - interval '50 ms'`;
    await until('no connection held', async () => (await service.sql(idle)).length === 0, 1_000);
    expect(await end(key, session.id, headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_in_progress' },
    });
    answer(empty);
    expect((await first).body).toMatchObject({ promotion: 'empty' });
    expect((await end(key, session.id, headers)).body).toEqual((await first).body);
  });
});

describe('more ends at once than the process has connections', () => {
  it('under Idempotency-Keys all come through: none waits for a second connection', async () => {
    const key = teamKey();
    const rooms = await Promise.all(Array.from({ length: 30 }, () => service.opened(key)));
    const answers = await Promise.all(
      rooms.map(({ session }) => end(key, session.id, { 'idempotency-key': session.id })),
    );
    expect(answers.map(({ status, body }) => [status, body.promotion])).toEqual(
      rooms.map(() => [200, 'empty']),
    );
  });
});
