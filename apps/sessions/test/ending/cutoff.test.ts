import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newId, type PromotedSession } from '@capture/contracts';
import { JobScheduler } from '@capture/platform';
import { until } from '@capture/testing';
import type { EndedSessionDto } from '../../src/ending/session-end.dto.js';
import { SessionEndJobs } from '../../src/ending/session-end.jobs.js';
import type { SessionDto } from '../../src/sessions/session.dto.js';
import { created, empty, existing } from '../fixtures/promotions.js';
import { teamKey, SessionsUnderTest } from '../fixtures/sessions-under-test.js';

const SESSIONS = '/v1/sessions';
const DAY_SEC = 86_400;
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

async function end(key: ReturnType<typeof teamKey>, id: string) {
  return service.call<EndedSessionDto>(key, 'POST', `${SESSIONS}/${id}/end`);
}

describe('the cutoff', () => {
  it('is computed: the room reads expired at its instant, before any job has run, and nobody is invited', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    service.clock.advance(DAY_SEC);
    const { body } = await service.call<SessionDto>(key, 'GET', `${SESSIONS}/${session.id}`);
    expect(body).toMatchObject({ status: 'expired', endedAt: null });
    expect((await service.call(key, 'POST', `${SESSIONS}/${session.id}/invites`)).status).toBe(409);
  });

  it('is stated once per room, with two processes sweeping 250 rooms at the same time', async () => {
    const key = teamKey();
    const ids: string[] = [];
    for (let index = 0; index < 250; index += 1) ids.push((await service.opened(key)).session.id);
    service.clock.advance(DAY_SEC);
    await Promise.all([service.sweep(), service.sweep()]);
    await service.sweep();
    await service.idleOutbox();
    const wrong = ids.filter((id) => service.eventsOf(id, 'session.expired').length !== 1);
    expect(wrong).toEqual([]);
  });

  it('is stated while ends wait for the recordings service, which does not answer', async () => {
    const key = teamKey();
    const { session: ended } = await service.opened(key);
    await service.sql(
      "UPDATE session SET state = 'closed', ended_at = now() - interval '1 hour' WHERE id = $1 RETURNING id",
      ended.id,
    );
    const { session } = await service.opened(key);
    let isAsked = false;
    service.promotion = () => {
      isAsked = true;
      return late;
    };
    const jobs = service.app().get(JobScheduler);
    const waiting = jobs.runNow(SessionEndJobs, 'finishEnds');
    await until('the recordings service to be asked', () => isAsked);
    service.clock.advance(DAY_SEC);
    await jobs.runNow(SessionEndJobs, 'expire');
    await service.idleOutbox();
    expect(service.eventsOf(session.id, 'session.expired')).toHaveLength(1);
    await waiting;
  });

  it('does not keep an expired room from being ended: what was recorded in it is collected', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    service.clock.advance(DAY_SEC);
    const recordingId = newId('recording');
    service.promotion = async () => created(recordingId);
    const { body } = await end(key, session.id);
    expect(body).toEqual({ alreadyClosed: false, promotion: 'created', savedCount: 3, recordingId });
    const { body: read } = await service.call<SessionDto>(key, 'GET', `${SESSIONS}/${session.id}`);
    expect(read.status).toBe('closed');
  });

  it('collects what was recorded in a room that nobody ends, without saying that it ended; an end still says so', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    const recordingId = newId('recording');
    let failures = 0;
    service.promotion = async ({ sessionId }) => {
      if (sessionId !== session.id) return empty;
      if (failures > 0) return created(recordingId);
      failures += 1;
      throw new Error('the store is gone');
    };
    service.clock.advance(DAY_SEC);
    await until('the promotion', async () => {
      service.clock.advance(120);
      await service.sweep();
      const rows = await service.sql('SELECT id FROM session WHERE recording_id = $1', recordingId);
      return rows.length === 1;
    });
    const read = async () => (await service.call<SessionDto>(key, 'GET', `${SESSIONS}/${session.id}`)).body;
    expect(await read()).toMatchObject({ status: 'expired', endedAt: null });
    await service.idleOutbox();
    expect(service.eventsOf(session.id, 'session.ended')).toEqual([]);
    expect(service.eventsOf(session.id, 'session.promotion_failed')).toEqual([]);
    service.promotion = async () => existing(recordingId);
    expect((await end(key, session.id)).body).toMatchObject({ alreadyClosed: false, recordingId });
    await until('session.ended', () => service.eventsOf(session.id, 'session.ended').length === 1);
    expect(await read()).toMatchObject({ status: 'closed' });
  });

  it('an end cut off between closing and promoting is finished by the sweep', async () => {
    const key = teamKey();
    const { session } = await service.opened(key);
    await service.sql(
      "UPDATE session SET state = 'closed', ended_at = now() WHERE id = $1 RETURNING id",
      session.id,
    );
    const recordingId = newId('recording');
    service.promotion = async () => created(recordingId);
    service.clock.advance(120);
    await service.sweep();
    await until('session.ended', () => service.eventsOf(session.id, 'session.ended').length === 1);
    expect(service.eventsOf(session.id, 'session.ended')[0]?.data).toMatchObject({
      promotion: 'created',
      recordingId,
    });
  });
});
