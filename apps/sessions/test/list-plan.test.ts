import { listFaults } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { teamKey, SessionsUnderTest } from './fixtures/sessions-under-test.js';

const ROWS = 20_000;
const LIMIT = 25;
const key = teamKey();

/** Rows that nobody would make one by one; half of them another organization's, ids well-formed and in order. */
const MANY = `INSERT INTO session
    (id, organization_id, room_code, state, max_guests, host_member_id, created_at, expires_at)
  SELECT 'ses_0' || lpad(n::text, 25, '0'), CASE n % 2 WHEN 0 THEN $1 ELSE 'org_other' END, n::text, 'open', 4, 'mem', now(), now()
  FROM generate_series(1, $2::int) n`;

const SESSION = `ses_0${'2000'.padStart(25, '0')}`;

const MANY_INVITES = `INSERT INTO session_token (hash, session_id, kind, invite_id, created_at, expires_at)
  SELECT 'hash ' || n, CASE n % 2 WHEN 0 THEN $1 ELSE $2 END, 'invite', 'inv_0' || lpad(n::text, 25, '0'), now(), now()
  FROM generate_series(1, $3::int) n`;

const MANY_GUESTS = `INSERT INTO participant (id, session_id, is_guest, display_name, joined_at)
  SELECT 'ptc_' || s.id || n, s.id, true, 'Guest', now()
  FROM (SELECT id FROM session ORDER BY id DESC LIMIT 200) s, generate_series(1, 60) n`;

const MANY_TRACKS = `INSERT INTO session_track
    (id, session_id, participant_id, take_number, kind, content_type, started_at, completed, created_at)
  SELECT 'trk_0' || lpad(n::text, 25, '0'), CASE n % 2 WHEN 0 THEN $1 ELSE $2 END, (SELECT min(id) FROM participant), 1,
    'camera', 'video/mp4', now(), true, now()
  FROM generate_series(1, $3::int) n`;

let service: SessionsUnderTest;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
  await service.sql(MANY, key.organizationId, ROWS);
  await service.sql(MANY_INVITES, SESSION, `ses_0${'4000'.padStart(25, '0')}`, ROWS);
  await service.sql(MANY_GUESTS);
  await service.sql(MANY_TRACKS, SESSION, `ses_0${'4000'.padStart(25, '0')}`, ROWS);
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

describe('lists cost the same at any depth', () => {
  it.each(['', `&cursor=ses_0${'2000'.padStart(25, '0')}`])(
    'sessions%s with their participants: an index, no sort',
    async (cursor) => {
      const list = async (): Promise<void> => {
        const path = `/v1/sessions?limit=${LIMIT}${cursor}`;
        const { status, body } = await service.call<{ data: unknown[] }>(key, 'GET', path);
        expect([status, body.data.length]).toEqual([200, LIMIT]);
      };
      expect(await listFaults(LIMIT, list, 1)).toEqual([]);
    },
  );

  it.each(['', `&cursor=inv_0${'2000'.padStart(25, '0')}`])(
    'invites of a session%s: an index, no sort',
    async (cursor) => {
      const list = async (): Promise<void> => {
        const path = `/v1/sessions/${SESSION}/invites?limit=${LIMIT}${cursor}`;
        const { status, body } = await service.call<{ data: unknown[] }>(key, 'GET', path);
        expect([status, body.data.length]).toEqual([200, LIMIT]);
      };
      expect(await listFaults(LIMIT, list)).toEqual([]);
    },
  );

  it.each(['', `&cursor=trk_0${'2000'.padStart(25, '0')}`])(
    'tracks of a session%s: an index, no sort',
    async (cursor) => {
      const list = async (): Promise<void> => {
        const path = `/v1/sessions/${SESSION}/tracks?limit=${LIMIT}${cursor}`;
        const { status, body } = await service.call<{ data: unknown[] }>(key, 'GET', path);
        expect([status, body.data.length]).toEqual([200, LIMIT]);
      };
      expect(await listFaults(LIMIT, list)).toEqual([]);
    },
  );
});
