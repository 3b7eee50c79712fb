import { createEvent, newId, OrganizationUpdated } from '@capture/contracts';
import { keyPrincipal, memberPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DeletionJobs } from '../../src/deletion/deletion.jobs.js';
import { COUNT_OUTLIVED } from '../../src/retention/outlived.repository.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

const DAY_SEC = 86_400;
const PATH = '/console/api/outlived-recordings';
let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

async function counted(organizationId: string, days: number | string, role: 'admin' | 'producer' = 'admin') {
  const principal = memberPrincipal(keyPrincipal({ organizationId }), { role });
  return service.call<Record<string, unknown>>('GET', `${PATH}?retentionDays=${days}`, { principal });
}

async function land(organizationId: string): Promise<string> {
  return (await new Uploader(service, REAL_TAKE, organizationId).land()).recordingId;
}

/** Rows that nobody would make one by one: so many that are 40 days old, and as many of the day before yesterday. */
function insertMany(organizationId: string, each: number): Promise<unknown> {
  return service.sql(
    `INSERT INTO recording (id, organization_id, status, expected_track_count, created_at, promoted_at, duration_sec)
     SELECT 'rec_0' || substr(md5($1 || n), 1, 25), $1, 'complete', 1,
       $3::timestamptz - make_interval(days => CASE n % 2 WHEN 0 THEN 40 ELSE 2 END), now(), 1
     FROM generate_series(1, 2 * $2::int) n`,
    ...[organizationId, each, service.clock.now()],
  );
}

describe('what a shorter retention would delete', () => {
  it('is counted as it is then deleted: what is older, of this organization alone, and nothing that is gone or not in the library', async () => {
    const organizationId = newId('organization');
    const sessionId = newId('session');
    const gathered = { sessionId, participantId: newId('participant'), isGuest: true, takeNumber: 1 };
    await new Uploader(service, REAL_TAKE, organizationId, gathered).land();
    const gone = await land(organizationId);
    await service.send('recordings.delete', { organizationId, recordingId: gone, reason: 'operator' });
    await land(newId('organization'));
    const old = [await land(organizationId), await land(organizationId)];
    service.clock.advance(10 * DAY_SEC);
    const fresh = await land(organizationId);
    expect((await counted(organizationId, 11)).body).toEqual({
      ...{ retentionDays: 11, recordings: 0, hasMore: false },
    });
    expect((await counted(organizationId, 9)).body).toEqual({
      ...{ retentionDays: 9, recordings: 2, hasMore: false },
    });

    const shorter = {
      ...{ name: 'Acme', plan: 'platform', features: [], paused: false, retentionDays: 9, revision: 1 },
      limits: { rosterCap: 1, submissionCap: 1, maxGuests: 1 },
    };
    await service.publish(createEvent(OrganizationUpdated, organizationId, shorter));
    await service.app.get(DeletionJobs).deleteOutlived();
    const deleted = (): string[] =>
      service
        .eventsOf(organizationId)
        .filter(({ type }) => type === 'recording.deleted')
        .map(({ data }) => data as { recordingId: string; reason: string })
        .filter(({ reason }) => reason === 'retention')
        .map(({ recordingId }) => recordingId);
    await until('the deletions', () => deleted().length >= old.length);
    expect(deleted().toSorted()).toEqual(old.toSorted());
    expect(deleted()).not.toContain(fresh);
    expect((await counted(organizationId, 9)).body).toMatchObject({ recordings: 0 });
  });

  it('is for those who may change it, and for days that can be set', async () => {
    const organizationId = newId('organization');
    expect((await counted(organizationId, 9, 'producer')).status).toBe(403);
    for (const days of [0, 36_501, 'soon', ''])
      expect((await counted(organizationId, days)).body).toMatchObject({
        ...{ code: 'invalid_input', field: 'retentionDays' },
      });
  });

  it('is counted to 10,000, and by an index, so that it costs no more where there is more', async () => {
    const [large, small] = [newId('organization'), newId('organization')];
    await insertMany(large, 12_000);
    await insertMany(small, 100);
    await service.sql('ANALYZE');
    expect((await counted(large, 30)).body).toEqual({
      ...{ retentionDays: 30, recordings: 10_000, hasMore: true },
    });
    expect((await counted(small, 30)).body).toMatchObject({ recordings: 100, hasMore: false });
    const [plan] = await service.sql<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (FORMAT JSON) ${COUNT_OUTLIVED}`,
      ...[small, service.clock.now(), 30, 10_001],
    );
    expect(JSON.stringify(plan)).toContain('recording_organization_id_status_created_at_idx');
  });
});
