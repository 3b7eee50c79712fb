import { listFaults } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DELIVERY_STATUSES } from '../src/deliveries/delivery.model.js';
import { WebhooksUnderTest, type Organization } from './fixtures/webhooks-under-test.js';

const ROWS = 20_000;
const LIMIT = 25;
const OWN = `CASE n % 2 WHEN 0 THEN $1 ELSE 'org_other' END`;
const PADDED = `lpad(n::text, 25, '0')`;
/** Of each two own deliveries one is for a healthy endpoint, 2, and one for an endpoint that is disabled, 4. */
const ENDPOINT = `CASE n % 4 WHEN 0 THEN '4' WHEN 2 THEN '2' ELSE '1' END`;
/** All but the oldest of the healthy one's succeeded; all but the oldest of the other one's are held. */
const STATUS = `CASE WHEN n <= 1600 THEN (ARRAY['succeeded', 'failed', 'held', 'pending'])[1 + n / 4 % 4]
  WHEN n % 4 = 0 THEN 'held' ELSE 'succeeded' END`;

/** Rows that nobody would make one by one; half of them another organization's, ids well-formed and in order. */
const MANY = [
  `INSERT INTO endpoint (id, organization_id, url, events, status, created_at)
   SELECT 'whe_0' || ${PADDED}, ${OWN}, 'https://example.com', '{*}', 'disabled', now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
   SELECT 'evt_0' || ${PADDED}, ${OWN}, n, CASE WHEN n % 20 = 0 THEN 'session.opened' ELSE 'capture_request.created' END,
     '{"id":"x"}', now(), now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
   SELECT 'dlv_0' || ${PADDED}, 'whe_0' || lpad(${ENDPOINT}, 25, '0'), ${OWN}, 'evt_0' || ${PADDED}, 'capture_request.created',
     ${STATUS}, 3, now() FROM generate_series(1, $2::int) n`,
  `INSERT INTO attempt (delivery_id, attempt, at, latency_ms) SELECT id, k, now(), 1 FROM delivery, generate_series(1, 3) k
     WHERE $1 <> '' AND $2::int > 0`,
];

let service: WebhooksUnderTest;
let organization: Organization;

beforeAll(async () => {
  service = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  organization = service.organization();
  for (const statement of MANY) await service.sql(statement, organization.id, ROWS);
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

describe('lists cost the same at any depth', () => {
  const deep = (prefix: string, row = 2000): string => `&cursor=${prefix}_0${String(row).padStart(25, '0')}`;
  const deliveriesOf = (endpoint: number): string =>
    `/v1/webhook-endpoints/whe_0${String(endpoint).padStart(25, '0')}/deliveries`;
  const deliveries = deliveriesOf(2);

  it.each([
    ['endpoints', `/v1/webhook-endpoints?limit=${LIMIT}`],
    ['endpoints, deep', `/v1/webhook-endpoints?limit=${LIMIT}${deep('whe')}`],
    ['events', `/v1/events?limit=${LIMIT}`],
    ['events, deep', `/v1/events?limit=${LIMIT}${deep('evt')}`],
    ['events of one type', `/v1/events?type=session.opened&limit=${LIMIT}`],
    ['events of one type, deep', `/v1/events?type=session.opened&limit=${LIMIT}${deep('evt', 12_000)}`],
    ['events since one', `/v1/events?afterSequence=100&limit=${LIMIT}`],
    ['deliveries with attempts', `${deliveries}?limit=${LIMIT}`, 2],
    ['deliveries with attempts, deep', `${deliveries}?limit=${LIMIT}${deep('dlv', 2002)}`, 2],
    ['succeeded deliveries', `${deliveries}?status=succeeded&limit=${LIMIT}`, 2],
    ['succeeded deliveries, deep', `${deliveries}?status=succeeded&limit=${LIMIT}${deep('dlv', 2002)}`, 2],
    ...DELIVERY_STATUSES.flatMap((status) =>
      [2, 4].map((endpoint) => [
        `${status} deliveries of a log that is ${endpoint === 2 ? 'succeeded' : 'held'} for the most part`,
        `${deliveriesOf(endpoint)}?status=${status}&limit=${LIMIT}`,
        2,
      ]),
    ),
  ] as [string, string, number?][])('%s: an index, no sort', async (_what, path, joined) => {
    const list = async (): Promise<void> => {
      const { status, text, body } = await organization.call<{ data: unknown[] }>('GET', path);
      expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
      expect(body.data).toHaveLength(LIMIT);
    };
    expect(await listFaults(LIMIT, list, joined)).toEqual([]);
  });
});
