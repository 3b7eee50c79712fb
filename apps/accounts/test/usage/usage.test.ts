import {
  createEvent,
  newId,
  RecordingDeleted,
  RecordingTrackAvailable,
  type EventEnvelope,
} from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageDto } from '../../src/usage/usage.dto.js';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';

let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  // Noon in the middle of the month: no test runs over the end of a day.
  const now = service.clock.now();
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 15, 12);
  service.clock.advance((noon - now.getTime()) / 1000);
});
afterAll(() => service.stop());

interface Track {
  recordingId?: string;
  session?: boolean;
  durationSec?: number;
  sizeBytes?: number;
  at?: Date;
}

function track(organizationId: string, given: Track = {}): EventEnvelope {
  const { recordingId = newId('recording'), session = false, at = service.clock.now(), ...size } = given;
  const data = {
    recordingId,
    sessionId: session ? newId('session') : null,
    captureRequestId: session ? null : newId('captureRequest'),
    trackId: newId('track'),
    kind: 'camera' as const,
    durationSec: 60,
    sizeBytes: 1000,
    ...size,
  };
  return createEvent(RecordingTrackAvailable, organizationId, data, at);
}

function deleted(organizationId: string, recordingId: string): EventEnvelope {
  const ids = { recordingId, sessionId: null, captureRequestId: null };
  return createEvent(RecordingDeleted, organizationId, { ...ids, reason: 'retention' });
}

async function usage(organizationId: string, query = ''): Promise<UsageDto> {
  const principal = keyPrincipal({ organizationId });
  return (await service.call<UsageDto>('GET', `/v1/usage${query}`, { principal })).body;
}

describe('the usage ledger', () => {
  it('counts what was collected, by source, against the allowance of the month', async () => {
    const { id } = await service.organization('team');
    await service.publish(track(id, { durationSec: 90, sizeBytes: 5_000_000_000 }));
    await service.publish(track(id, { durationSec: 30, session: true, sizeBytes: 7 }));
    const now = service.clock.now();
    const read = await usage(id);
    expect(read).toMatchObject({
      allowance: { unit: 'second', included: 360_000, used: 120, remaining: 359_880 },
      captureRequestSec: 90,
      sessionSec: 30,
      storageBytes: 5_000_000_007,
    });
    expect(read.allowance.resetsAt).toBe(
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    );
    const day = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
    expect(read.series.at(-1)).toEqual({ start: day, captureRequestSec: 90, sessionSec: 30 });
    expect(read.series).toHaveLength(now.getUTCDate());
  });

  it('frees what a recording occupied, also when its track and its deletion are told at once', async () => {
    const { id } = await service.organization();
    const recordings = Array.from({ length: 100 }, () => newId('recording'));
    const events = recordings.flatMap((recordingId) => [
      track(id, { recordingId }),
      deleted(id, recordingId),
    ]);
    await Promise.all(events.map((event) => service.publish(event)));
    expect(await usage(id)).toMatchObject({ captureRequestSec: 100 * 60, storageBytes: 0 });
  });

  it('counts a track once, however often its event is delivered or stated anew', async () => {
    const { id } = await service.organization();
    const event = track(id);
    await service.publish(event);
    await service.publish(event);
    await service.publish({ ...event, id: newId('event') });
    expect((await usage(id)).allowance.used).toBe(60);
  });

  it('frees the bytes of a deleted recording, keeps its seconds, in whichever order they are heard', async () => {
    const { id } = await service.organization();
    const [first, second] = [newId('recording'), newId('recording')];
    await service.publish(track(id, { recordingId: first }));
    await service.publish(deleted(id, first));
    await service.publish(deleted(id, second));
    await service.publish(track(id, { recordingId: second }));
    expect(await usage(id)).toMatchObject({
      storageBytes: 0,
      captureRequestSec: 120,
      allowance: { used: 120 },
    });
  });

  it('shows a past period by month and leaves the allowance to the current one', async () => {
    const { id } = await service.organization();
    await service.publish(track(id, { at: new Date('2026-01-31T23:59:59.999Z'), durationSec: 10 }));
    await service.publish(track(id, { at: new Date('2026-02-01T00:00:00.000Z'), durationSec: 20 }));
    await service.publish(track(id, { at: new Date('2026-03-01T00:00:00.000Z'), durationSec: 40 }));
    const query = '?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z&granularity=month';
    const read = await usage(id, query);
    expect(read.series).toEqual([
      { start: '2026-01-01T00:00:00.000Z', captureRequestSec: 10, sessionSec: 0 },
      { start: '2026-02-01T00:00:00.000Z', captureRequestSec: 20, sessionSec: 0 },
    ]);
    expect(read).toMatchObject({ captureRequestSec: 30, allowance: { used: 0 } });
    expect(read.period).toEqual({ from: '2026-01-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' });
  });

  it("never shows another organization's figures (43)", async () => {
    const [mine, theirs] = [await service.organization(), await service.organization()];
    await service.publish(track(theirs.id));
    expect(await usage(mine.id)).toMatchObject({
      captureRequestSec: 0,
      storageBytes: 0,
      allowance: { used: 0 },
    });
  });

  it('refuses a period that is empty, too long or no time, and every principal but a key', async () => {
    const { id } = await service.organization();
    const cases: [string, string][] = [
      ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
      ['from=2026-02-01T00:00:00Z&to=2026-02-01T00:00:00Z', 'from'],
      ['from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
      ['from=yesterday', 'from'],
      ['to=2026-01-01', 'to'],
      ['granularity=hour', 'granularity'],
      ['organizationId=org_1', 'organizationId'],
    ];
    for (const [query, field] of cases) {
      const answer = await service.refused('GET', `/v1/usage?${query}`, {
        principal: keyPrincipal({ organizationId: id }),
      });
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'invalid_input', field } });
    }
    expect((await service.refused('GET', '/v1/usage')).status).toBe(401);
    expect((await service.refused('GET', '/v1/usage', { principal: null })).status).toBe(401);
  });
});

describe('the allowance', () => {
  const check = (organizationId: string) => service.send('accounts.check_allowance', { organizationId });

  it('is spent when the seconds of this month reach it, and starts again with the next month', async () => {
    const { id, owner } = await service.organization();
    await service.call('PATCH', `/operator/v1/orgs/${id}`, { body: { allowanceSec: 100 } });
    await service.publish(track(id, { durationSec: 99 }));
    const open = { includedSec: 100, usedSec: 99, spent: false, organizationPaused: false };
    expect(await check(id)).toEqual({ ...open, submissionCap: 10_000, ownerMemberId: owner.id });
    await service.publish(track(id, { durationSec: 1 }));
    expect(await check(id)).toMatchObject({ usedSec: 100, spent: true });
    service.clock.advance(32 * 86_400);
    expect(await check(id)).toMatchObject({ usedSec: 0, spent: false });
    service.clock.advance(-32 * 86_400);
  });

  it('says when the organization is paused, and is not found for one that is not there', async () => {
    const { id } = await service.organization();
    await service.call('PATCH', `/operator/v1/orgs/${id}`, { body: { paused: true } });
    expect(await check(id)).toMatchObject({ organizationPaused: true });
    await expect(check('org_00000000000000000000000000')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps nobody waiting who asks for a key, however long the sums take', async () => {
    const { id } = await service.organization();
    const { key } = await service.key(id);
    const slow = new pg.Client({ connectionString: service.databaseUrl });
    await slow.connect();
    await slow.query('BEGIN; LOCK TABLE usage_entry IN ACCESS EXCLUSIVE MODE');
    const sums = Array.from({ length: 20 }, () => check(id).catch(() => undefined));
    await until('the sums to wait', async () => {
      const { rowCount } = await slow.query(
        "SELECT FROM pg_locks WHERE relation = 'usage_entry'::regclass AND NOT granted",
      );
      return rowCount !== 0;
    });
    expect(await service.resolve(key)).toMatchObject({ principal: { organizationId: id } });
    await slow.query('COMMIT');
    await slow.end();
    await Promise.all(sums);
  });
});
