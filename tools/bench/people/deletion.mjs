// The deletion of an organization with a million rows (ADR 49): what another one's reads notice of it, how fast rows go, and
// what memory the process takes meanwhile. Linux only.
import { Pool } from 'undici';
import { pause, Product } from '../product.mjs';
import { paced } from './sign-ins.mjs';
import { memoryOf } from '../src/processes.mjs';
import { percentile, ratio } from '../statistics.mjs';

const REQUESTS = 1_000;
/** Of each request. */
const CONTACTS = 399;
const EVENTS = 200_000;
const AUDIT_ENTRIES = 200_000;
/** With one delivery for each event. */
const ROWS = REQUESTS * (1 + CONTACTS) + EVENTS * 2 + AUDIT_ENTRIES;
const READS_PER_SEC = 100;
/** Reads go in spans of this length, so that the deletion's end is noticed. */
const SPAN_SECONDS = 5;
const SPANS_ALONE = 5;
const SAMPLE_MS = 250;
const GIVE_UP_MS = 30 * 60_000;

/** Rows in three services, of the sizes that the product writes. `$1` is the organization. */
const FILL = [
  `INSERT INTO capture_requests.capture_request (id, organization_id, title, prompt, status, max_duration_sec, metadata,
     release_required, release_count, campaign_version, campaign_open, contact_count, created_at, updated_at)
   SELECT 'crq_bench_' || n, $1, 'Bench ' || n, 'What did you see?', 'closed', 300, '{}', false, 0, 0, false, ${CONTACTS}, now(), now()
   FROM generate_series(1, ${REQUESTS}) n`,
  `INSERT INTO capture_requests.contact (id, organization_id, capture_request_id, email, email_key, name, created_at)
   SELECT 'cnt_bench_' || r || '_' || n, $1, 'crq_bench_' || r, r || '.' || n || '@bench.test', r || '.' || n || '@bench.test',
     'Person ' || n, now()
   FROM generate_series(1, ${REQUESTS}) r, generate_series(1, ${CONTACTS}) n`,
  `INSERT INTO webhooks.event (id, organization_id, sequence, type, body, occurred_at, created_at)
   SELECT 'evt_bench_' || n, $1, 1000000 + n, 'capture_request.updated', repeat('x', 400), now(), now()
   FROM generate_series(1, ${EVENTS}) n`,
  `INSERT INTO webhooks.delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at,
     completed_at)
   SELECT 'dlv_bench_' || n, $2, $1, 'evt_bench_' || n, 'capture_request.updated', 'succeeded', 1, now(), now()
   FROM generate_series(1, ${EVENTS}) n`,
  `INSERT INTO accounts.audit_entry (organization_id, actor, ip, action, subject, detail, at)
   SELECT $1, 'operator', '127.0.0.1', 'key.created', 'key_bench_' || n, '{"name":"bench"}', now()
   FROM generate_series(1, ${AUDIT_ENTRIES}) n`,
];

/** An organization with a million rows. */
async function largeOrganization(product) {
  const { id, key } = await product.organization();
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const { id: endpointId } = await product.call('POST', '/api/v1/webhook-endpoints', key, endpoint);
  const database = await product.database();
  for (const sql of FILL) await database.query(sql, sql.includes('$2') ? [id, endpointId] : [id]);
  for (const schema of ['capture_requests', 'webhooks', 'accounts'])
    for (const { tablename } of (
      await database.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema])
    ).rows)
      await database.query(`ANALYZE ${schema}.${tablename}`);
  await database.query('CHECKPOINT');
  return id;
}

/** Milliseconds that paced reads took, in spans until `ended` says so. */
async function readTimes(pool, call, ended) {
  const times = [];
  do {
    await paced(READS_PER_SEC, SPAN_SECONDS, async () => {
      const asked = performance.now();
      const { statusCode, body } = await pool.request(call);
      await body.dump();
      if (statusCode !== 200) throw new Error(`the read was answered ${statusCode}`);
      times.push(performance.now() - asked);
    });
  } while (!ended());
  return times;
}

/** Deletes the organization; resolves when its receipt is signed. Seconds since it was asked for, and the most memory in MiB. */
async function deleted(product, id, progress) {
  const { operatorUrl, operatorToken, pid } = product.credentials;
  const url = `${operatorUrl}/operator/v1/orgs/${id}/deletion`;
  const begun = performance.now();
  await product.call('POST', url, operatorToken, { graceDays: 0 });
  let most = 0;
  for (let samples = 0; performance.now() - begun < GIVE_UP_MS; samples += 1) {
    most = Math.max(most, await memoryOf(pid));
    const { status, services } = await product.call('GET', url, operatorToken);
    const removed = services
      .flatMap(({ counts }) => Object.values(counts))
      .reduce((sum, one) => sum + one, 0);
    const seconds = (performance.now() - begun) / 1000;
    if (status === 'completed') return { seconds, removed, most };
    if (samples % 40 === 0) progress(`${removed} of ${ROWS} rows after ${seconds.toFixed(0)} s`);
    await pause(SAMPLE_MS);
  }
  throw new Error('the deletion did not end');
}

function rowsOf({ alone, beside, before, seconds, removed, most }) {
  const [quiet, busy] = [percentile(alone, 0.99), percentile(beside, 0.99)];
  const runs = 1;
  return [
    {
      what: `slowest hundredth of ${READS_PER_SEC} reads/s beside the deletion of another organization`,
      ours: `${busy.toFixed(1)} ms`,
      peer: `without it ${quiet.toFixed(1)} ms`,
      ratio: ratio(busy, quiet),
      goal: '≤ 2',
      runs,
    },
    {
      what: `rows deleted, of ${ROWS}, from asking to the receipt`,
      ours: `${Math.round(removed / seconds)}/s`,
      peer: `${seconds.toFixed(0)} s`,
      goal: '≥ 3000/s',
      runs,
    },
    {
      what: 'most memory during the deletion',
      ours: `${most.toFixed(0)} MiB`,
      peer: `before it ${before.toFixed(0)} MiB`,
      ratio: ratio(most, before),
      goal: '≤ 1.25',
      runs,
    },
  ];
}

export async function deletion(progress) {
  const product = await Product.start();
  const pool = new Pool(product.baseUrl, { connections: 32 });
  try {
    const { key } = await product.organization();
    const request = { title: 'Bench', prompt: 'B?' };
    const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
    const call = {
      method: 'GET',
      path: `/api/v1/capture-requests/${id}`,
      headers: { authorization: `Bearer ${key}` },
    };
    progress(`making ${ROWS} rows`);
    const large = await largeOrganization(product);
    let spans = 0;
    await readTimes(pool, call, () => true);
    const alone = await readTimes(pool, call, () => (spans += 1) === SPANS_ALONE);
    const before = await memoryOf(product.credentials.pid);
    let ended = false;
    const deleting = deleted(product, large, progress).finally(() => (ended = true));
    const [facts, beside] = await Promise.all([deleting, readTimes(pool, call, () => ended)]);
    if (facts.removed < ROWS) throw new Error(`only ${facts.removed} rows were removed`);
    return rowsOf({ alone, beside, before, ...facts });
  } finally {
    await pool.close();
    await product.remove();
  }
}
