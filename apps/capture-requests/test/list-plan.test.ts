import { newId } from '@capture/contracts';
import { listFaults, memberPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator } from './fixtures/integrator.js';
import { Service } from './fixtures/service.js';

const ROWS = 20_000;
let service: Service;
let integrator: Integrator;
let requestId: string;

const OWNER = '(SELECT organization_id FROM capture_request WHERE id = $1)';
/** Bulk inserts; ids are well-formed and in order. */
const MANY = {
  requests: `INSERT INTO capture_request
      (id, organization_id, title, prompt, status, max_duration_sec, metadata, release_required, release_count,
       campaign_version, campaign_open, created_at, updated_at, release_number, deadline_at)
    SELECT 'crq_0' || lpad(n::text, 25, '0'), $1, 't', 'p', (ARRAY['draft', 'active', 'closed'])[1 + n % 3], 300, '{}',
      false, 1, 0, false, now(), now(), 1, CASE WHEN n % 30 = 1 THEN now() + interval '1 hour' END
    FROM generate_series(1, $2::int) n`,
  wordings: `INSERT INTO release_wording (capture_request_id, number, text, created_at)
    SELECT id, 1, 'wording', now() FROM capture_request WHERE organization_id = $1 AND release_number = 1`,
  contacts: `INSERT INTO contact (id, organization_id, capture_request_id, email, email_key, name, created_at)
    SELECT 'cnt_0' || lpad(n::text, 25, '0'), ${OWNER}, $1, n || '@example.com', n || '@example.com', 'n', now()
    FROM generate_series(1, $2::int) n`,
  submissions: `INSERT INTO submission
      (id, organization_id, capture_request_id, person, display_name, duration_sec, via_open_link, created_at)
    SELECT 'sub_0' || lpad(n::text, 25, '0'), ${OWNER}, $1, n::text, 'n', 1, true, now() FROM generate_series(1, $2::int) n`,
  erasures: `INSERT INTO erasure
      (id, organization_id, address_sha256, requested_by, requested_at, completed_at, steps, footage)
    SELECT 'ers_0' || lpad(n::text, 25, '0'), $1, 'digest', 'mem', now(), now(), '[]', '[]' FROM generate_series(1, $2::int) n`,
  consents: `INSERT INTO consent
      (submission_id, organization_id, capture_request_id, text, version, accepted_at, ip_address, subject_name)
    SELECT id, organization_id, capture_request_id, 'wording', 'v1', now(), '::1', 'n' FROM submission WHERE capture_request_id = $1`,
};

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
  integrator = new Integrator(service);
  requestId = (await integrator.create()).id;
  await service.rows(MANY.requests, integrator.key.organizationId, ROWS);
  await service.rows(MANY.wordings, integrator.key.organizationId);
  await service.rows(MANY.contacts, requestId, ROWS);
  await service.rows(MANY.submissions, requestId, ROWS);
  await service.rows(MANY.consents, requestId);
  await service.rows(MANY.erasures, integrator.key.organizationId, ROWS);
  await service.rows('ANALYZE');
});
afterAll(() => service.stop());

describe('lists cost the same at any depth', () => {
  const deep = (prefix: string): string => `cursor=${prefix}_0${String(2000).padStart(25, '0')}`;
  const cases: [string, () => string, string[]?][] = [
    ['requests', () => '?limit=25'],
    ['requests, deep', () => `?limit=25&${deep('crq')}`],
    ['drafts, deep', () => `?limit=25&status=draft&${deep('crq')}`],
    ['active requests, deep', () => `?limit=25&status=active&${deep('crq')}`],
    // Requests past their deadline that the job has not closed yet are sorted: as many as pass in a second.
    ['closed requests, deep', () => `?limit=25&status=closed&${deep('crq')}`, ['sorts 0 rows']],
    ['contacts, deep', () => `/${requestId}/contacts?limit=25&${deep('cnt')}`],
    ['submissions', () => `/${requestId}/submissions?limit=25`],
    ['submissions, deep', () => `/${requestId}/submissions?limit=25&${deep('sub')}`],
  ];

  it.each(cases)('%s: an index, no sort, four pages of rows at most', async (_title, path, expected = []) => {
    const list = async (): Promise<void> => {
      const { status, body } = await integrator.call<{ data: unknown[] }>('GET', path());
      expect([status, body.data.length]).toEqual([200, 25]);
    };
    expect(await listFaults(25, list)).toEqual(expected);
  });

  it('a search looks at 20,000 titles a page and no more, and goes on with the next page', async () => {
    const [oldest] = await service.rows<{ id: string }>(
      `UPDATE capture_request SET title = 'needle' WHERE id = 'crq_0' || lpad('1', 25, '0') RETURNING id`,
    );
    interface Found {
      data: { id: string }[];
      nextCursor: string | null;
    }
    const search = async (title: string, cursor = '') =>
      (await integrator.call<Found>('GET', `?title=${title}${cursor}`)).body;
    const first = await search('needle');
    expect(first.data).toEqual([]);
    const next = await search('needle', `&cursor=${first.nextCursor}`);
    expect(next.data.map(({ id }) => id)).toEqual([oldest?.id]);
    expect(next.nextCursor).toBeNull();
    expect((await search('t', '&limit=100')).data).toHaveLength(100);
  });

  it.each(['', `&${deep('ers')}`])(
    'erasures%s: an index, no sort, four pages of rows at most',
    async (cursor) => {
      const admin = memberPrincipal(integrator.key, { role: 'admin' });
      const list = async (): Promise<void> => {
        const path = `/console/api/erasures?limit=25${cursor}`;
        const { status, body } = await service.call<{ data: unknown[] }>(admin, 'GET', path);
        expect([status, body.data.length]).toEqual([200, 25]);
      };
      expect(await listFaults(25, list)).toEqual([]);
    },
  );

  it('the key of a list is its organization or request: another one’s rows are never read', async () => {
    const stranger = new Integrator(service);
    const { body } = await stranger.call<{ data: unknown[] }>('GET', '?limit=100');
    expect(body.data).toEqual([]);
    expect((await stranger.call('GET', `/${newId('captureRequest')}/submissions`)).status).toBe(404);
  });
});
