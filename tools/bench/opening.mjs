// How long the first page of a large organization's lists takes, as its members open them.
import { OWN_PAGE } from './product.mjs';
import { percentile } from './statistics.mjs';

const READS = 200;
const WARM_UP = 20;
const REQUESTS = 10_000;
const RECORDINGS = 10_000;
const DELIVERIES = 100_000;

const padded = `lpad(n::text, 25, '0')`;
const series = (count) => `FROM generate_series(1, ${count}) AS n`;

/** Rows that nobody would make one by one; ids are well-formed and in order. `$1` is the organization. */
const MANY = [
  `INSERT INTO capture_requests.capture_request
     (id, organization_id, title, prompt, status, max_duration_sec, metadata, release_required, release_count,
      campaign_version, campaign_open, created_at, updated_at)
   SELECT 'crq_0' || ${padded}, $1, 'Interview ' || n, repeat('What happened? ', 20), (ARRAY['draft', 'active', 'closed'])[1 + n % 3],
     300, '{}', false, 0, 0, false, now(), now() ${series(REQUESTS)}`,
  `INSERT INTO recordings.recording (id, organization_id, status, expected_track_count, created_at, promoted_at, duration_sec)
   SELECT 'rec_0' || ${padded}, $1, 'complete', 1, now(), now(), 60 ${series(RECORDINGS)}`,
  `INSERT INTO recordings.upload
     (id, organization_id, kind, content_type, size_bytes, part_size, is_guest, state, created_at, last_activity_at)
   SELECT 'upl_0' || ${padded}, $1, 'camera', 'video/mp4', 1, 1024, true, 'completed', now(), now() ${series(RECORDINGS)}`,
  `INSERT INTO recordings.track
     (id, recording_id, organization_id, upload_id, is_guest, kind, state, content_type, part_size, size_bytes)
   SELECT 'trk_0' || ${padded}, 'rec_0' || ${padded}, $1, 'upl_0' || ${padded}, true, 'camera', 'available', 'video/mp4', 1024, 1
   ${series(RECORDINGS)}`,
  `INSERT INTO webhooks.endpoint (id, organization_id, url, events, status, created_at)
   SELECT 'whe_0' || ${padded}, $1, 'https://example.com', '{*}', 'disabled', now() ${series(1)}`,
  `INSERT INTO webhooks.event (id, organization_id, sequence, type, body, occurred_at, created_at)
   SELECT 'evt_0' || ${padded}, $1, 1000000 + n, 'capture_request.created', '{"id":"x"}', now(), now() ${series(DELIVERIES)}`,
  `INSERT INTO webhooks.delivery (id, endpoint_id, organization_id, event_id, event_type, status, created_at)
   SELECT 'dlv_0' || ${padded}, 'whe_0' || lpad('1', 25, '0'), $1, 'evt_0' || ${padded}, 'capture_request.created',
     (ARRAY['succeeded', 'failed'])[1 + n % 2], now() - n * interval '25 seconds' ${series(DELIVERIES)}`,
  `INSERT INTO webhooks.attempt (delivery_id, attempt, at, latency_ms)
   SELECT id, 1, now(), 1 FROM webhooks.delivery WHERE organization_id = $1`,
];

const ENDPOINT = `whe_0${'1'.padStart(25, '0')}`;
const LISTS = {
  '10,000 requests': '/api/v1/capture-requests?limit=25',
  '10,000 requests, the open ones': '/api/v1/capture-requests?limit=25&status=active',
  '10,000 requests, a title that is there': '/api/v1/capture-requests?limit=25&title=interview%20777',
  '10,000 requests, a title that is not': '/api/v1/capture-requests?limit=25&title=nobody',
  '10,000 recordings': '/api/v1/recordings?limit=25',
  '100,000 deliveries': `/api/v1/webhook-endpoints/${ENDPOINT}/deliveries?limit=25`,
  '100,000 deliveries, the failed ones': `/api/v1/webhook-endpoints/${ENDPOINT}/deliveries?limit=25&status=failed`,
};
/** What only members see. The deliveries were made over 29 days. */
const COUNTS = {
  '100,000 deliveries, counted by the hour of a day': `/console/api/webhook-endpoints/${ENDPOINT}/delivery-counts?by=hour`,
  '100,000 deliveries, counted by the day of 30': `/console/api/webhook-endpoints/${ENDPOINT}/delivery-counts?by=day`,
};

/** The time that 95 of 100 reads do not exceed, in milliseconds, the gateway and the way to it included. */
async function opened({ baseUrl }, headers, path) {
  const times = [];
  for (let read = -WARM_UP; read < READS; read += 1) {
    const started = performance.now();
    const answer = await fetch(new URL(path, baseUrl), { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    if (read >= 0) times.push(performance.now() - started);
  }
  return percentile(times, 0.95);
}

export async function opening(product, progress) {
  const { organizationId, liveKey } = product.credentials;
  const database = await product.database();
  progress('filling an organization');
  for (const statement of MANY)
    await database.query(statement, statement.includes('$1') ? [organizationId] : []);
  await database.query('VACUUM ANALYZE');
  const withKey = { authorization: `Bearer ${liveKey}` };
  const asMember = { cookie: await product.signIn(), ...OWN_PAGE };
  const pages = [
    ...Object.entries(LISTS).map((page) => [...page, withKey]),
    ...Object.entries(COUNTS).map((page) => [...page, asMember]),
  ];
  const rows = [];
  for (const [what, path, headers] of pages) {
    const took = await opened(product, headers, path);
    progress(`${what}: ${took.toFixed(1)} ms`);
    rows.push({
      what: `opening ${what}`,
      ours: `${took.toFixed(1)} ms (p95)`,
      goal: '≤ 300 ms',
      runs: READS,
    });
  }
  return rows;
}
