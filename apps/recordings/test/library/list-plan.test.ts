import { newId } from '@capture/contracts';
import { OPERATOR, keyPrincipal, listFaults } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { RecordingsUnderTest } from '../fixtures/service.js';

const ROWS = 20_000;
const LIMIT = 25;
const organizationId = newId('organization');

/** Rows that nobody would make one by one; half of them another organization's, ids well-formed and in order. */
const MANY = [
  `INSERT INTO recording (id, organization_id, status, expected_track_count, created_at, promoted_at, duration_sec)
   SELECT 'rec_0' || lpad(n::text, 25, '0'), CASE n % 2 WHEN 0 THEN $1 ELSE 'org_other' END, 'complete', 1, now(), now(), 1
   FROM generate_series(1, $2::int) n`,
  `INSERT INTO upload (id, organization_id, kind, content_type, size_bytes, part_size, is_guest, state, created_at, last_activity_at)
   SELECT 'upl_0' || lpad(n::text, 25, '0'), $1, 'camera', 'video/mp4', 1, 1024, true,
     CASE n % 2 WHEN 0 THEN 'stranded' ELSE 'completed' END, now(), now()
   FROM generate_series(1, $2::int) n`,
  `INSERT INTO track (id, recording_id, organization_id, upload_id, is_guest, kind, state, content_type, part_size, size_bytes)
   SELECT 'trk_0' || lpad(n::text, 25, '0'), 'rec_0' || lpad(n::text, 25, '0'), CASE n % 2 WHEN 0 THEN $1 ELSE 'org_other' END,
     'upl_0' || lpad(n::text, 25, '0'), true, 'camera', 'available', 'video/mp4', 1024, 1
   FROM generate_series(1, $2::int) n`,
];

let service: RecordingsUnderTest;

beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
  for (const statement of MANY) await service.sql(statement, organizationId, ROWS);
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

describe('lists cost the same at any depth', () => {
  const deep = (prefix: string): string => `&cursor=${prefix}_0${'2000'.padStart(25, '0')}`;
  const key = keyPrincipal({ organizationId });

  it.each([
    ['recordings with their tracks', `/v1/recordings?limit=${LIMIT}`, key, 1],
    ['recordings with their tracks, deep', `/v1/recordings?limit=${LIMIT}${deep('rec')}`, key, 1],
    ['stranded uploads', `/operator/v1/uploads?state=stranded&limit=${LIMIT}`, OPERATOR, 0],
    [
      'stranded uploads, deep',
      `/operator/v1/uploads?state=stranded&limit=${LIMIT}${deep('upl')}`,
      OPERATOR,
      0,
    ],
  ] as const)('%s: an index, no sort', async (_what, path, principal, joined) => {
    const list = async (): Promise<void> => {
      const { status, body } = await service.call<{ data: unknown[] }>('GET', path, { principal });
      expect([status, body.data.length]).toEqual([200, LIMIT]);
    };
    expect(await listFaults(LIMIT, list, joined)).toEqual([]);
  });
});
