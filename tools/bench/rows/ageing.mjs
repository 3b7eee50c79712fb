// What the rows of webhooks cost that go by age one by one, as their tables are not partitioned (ADR 69): events of more than two days of
// 10,000 takes, each with a delivery and an attempt, deleted by the product's own housekeeping.
import { cpuOf } from '../src/processes.mjs';
import { pause, Product } from '../product.mjs';

const EVENTS = 100_000;
/** Of an event, its delivery and its attempt. */
const ROWS = EVENTS * 3;
const AGED = "now() - interval '40 days'";
const GIVE_UP_MS = 10 * 60_000;

/** Rows of the sizes that the product writes. */
const FILL = [
  `INSERT INTO webhooks.event (id, organization_id, sequence, type, body, occurred_at, created_at)
   SELECT 'evt_aged_' || n, $1, n, 'recording.completed', repeat('x', 600), ${AGED}, ${AGED}
   FROM generate_series(1, ${EVENTS}) n`,
  `INSERT INTO webhooks.delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at, completed_at)
   SELECT 'dlv_aged_' || n, 'whe_aged', $1, 'evt_aged_' || n, 'recording.completed', 'succeeded', 1, ${AGED}, ${AGED}
   FROM generate_series(1, ${EVENTS}) n`,
  `INSERT INTO webhooks.attempt (delivery_id, attempt, at, status, latency_ms, response_body)
   SELECT 'dlv_aged_' || n, 1, ${AGED}, 200, 12, 'ok' FROM generate_series(1, ${EVENTS}) n`,
];

/** In one transaction, so that housekeeping begins when all is there. */
async function fill(database, organizationId) {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    for (const sql of FILL) await client.query(sql, sql.includes('$1') ? [organizationId] : []);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function gone(database) {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    const { rows } = await database.query("SELECT FROM webhooks.event WHERE id LIKE 'evt_aged_%' LIMIT 1");
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error('aged events are still there');
    await pause(200);
  }
}

export async function ageing(progress) {
  const product = await Product.start('standalone', { CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '1000' });
  try {
    const database = await product.database();
    progress(`inserting ${EVENTS} aged events with delivery and attempt`);
    await fill(database, product.credentials.organizationId);
    progress('housekeeping');
    const started = performance.now();
    const seconds = await cpuOf([product.credentials.pid], () => gone(database));
    const perSec = ROWS / ((performance.now() - started) / 1000);
    const row = { runs: 1 };
    return [
      {
        ...row,
        what: 'aged events, deliveries and attempts deleted a second',
        ours: `${Math.round(perSec)}/s`,
        goal: '≥ 10000/s',
      },
      {
        ...row,
        what: 'processor time of 100,000 aged events with delivery and attempt',
        ours: `${seconds.toFixed(1)} s`,
        goal: '≤ 60 s',
      },
    ];
  } finally {
    await product.remove();
  }
}
