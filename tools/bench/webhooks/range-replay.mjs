// A million deliveries of one endpoint are sent again: until its request is answered, until all of them are queued, and how late
// another organization's events come meanwhile. The deliveries are written straight into the database.
import { pause } from '../product.mjs';
import { percentile } from '../statistics.mjs';
import { organizationsWith, startReceiver, steadily, waitFor } from './webhook-load.mjs';

const DELIVERIES = 1_000_000;
const AT_ONCE = 50_000;
const STEADY = { ratePerSec: 20, seconds: 5 };
/** Old enough to be over, and too young for housekeeping. */
const MADE = { from: daysAgo(20), to: daysAgo(5) };

function daysAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** Deliveries that have succeeded, one each second. */
async function letHappen(database, { id, endpointId }) {
  for (let from = 1; from <= DELIVERIES; from += AT_ONCE)
    await database.query(
      `WITH numbers AS (SELECT lpad(n::text, 8, '0') AS digits, n FROM generate_series($3::int, $3::int + $4::int - 1) n
       ), logged AS (
         INSERT INTO webhooks.event (id, organization_id, sequence, type, body, occurred_at, created_at)
         SELECT 'evt_' || digits || $1, $1, -n, 'capture_request.created', '{"timestamp":"2026-01-01T00:00:00Z"}', $5, $5
         FROM numbers RETURNING id
       )
       INSERT INTO webhooks.delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at, completed_at)
       SELECT 'dlv_' || digits || $2, $2, $1, 'evt_' || digits || $1, 'capture_request.created', 'succeeded', 1,
              $5::timestamptz + n * interval '1 s', $5::timestamptz + n * interval '1 s'
       FROM numbers WHERE (SELECT count(*) FROM logged) > 0`,
      [id, endpointId, from, AT_ONCE, MADE.from],
    );
  await database.query('ANALYZE webhooks.delivery, webhooks.event');
}

/** Rows of an instance that is running. */
export async function rangeReplay(product, progress) {
  const [replayed, others] = [await startReceiver(), await startReceiver()];
  try {
    const [owner] = await organizationsWith(product, 1, replayed.url);
    const [other] = await organizationsWith(product, 1, others.url);
    await steadily(product, [other], others, STEADY);
    const database = await product.database();
    progress(`${DELIVERIES} deliveries are made`);
    await letHappen(database, owner);
    const started = performance.now();
    const sec = () => (performance.now() - started) / 1000;
    const path = `/api/v1/webhook-endpoints/${owner.endpointId}`;
    const answer = await product.call('POST', `${path}/replay`, owner.key, MADE);
    const answeredSec = sec();
    if (answer.replayed !== DELIVERIES) throw new Error(`${answer.replayed} deliveries are sent again`);
    let queuedSec;
    const queued = waitFor('the batches', async () => {
      await pause(200);
      const { rows } = await database.query('SELECT 1 FROM webhooks.range_replay');
      if (rows.length === 0) queuedSec = sec();
      return rows.length === 0;
    });
    const before = others.latencies.length;
    while (queuedSec === undefined) await steadily(product, [other], others, STEADY);
    await queued;
    const late = others.latencies.slice(before);
    progress(`answered after ${answeredSec.toFixed(1)} s, queued after ${queuedSec.toFixed(1)} s`);
    const disabling = performance.now();
    await product.call('PATCH', path, owner.key, { status: 'disabled' });
    const disabledMs = Math.round(performance.now() - disabling);
    const row = (what, ours, goal, runs) => ({
      what: `replay of ${DELIVERIES} deliveries: ${what}`,
      ours,
      goal,
      runs,
    });
    return [
      row('until it is answered', `${answeredSec.toFixed(1)} s`, '≤ 5 s', 1),
      row('until all are queued', `${queuedSec.toFixed(1)} s`, '≤ 60 s', 1),
      row('disabling its endpoint', `${disabledMs} ms`, '≤ 2000 ms', 1),
      row('fact to receipt of others, p99', `${percentile(late, 0.99)} ms`, '≤ 250 ms', late.length),
    ];
  } finally {
    replayed.close();
    others.close();
  }
}
