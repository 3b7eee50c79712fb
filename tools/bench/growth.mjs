// What one answered request leaves behind: rows, bytes and statements, from opening the take to its delivered webhooks. These
// are counts, so a busy machine changes none of them but the processor time.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pause, Product } from './product.mjs';
import { cpuOf } from './src/processes.mjs';
import { Respondent } from './uploads/respondent.mjs';
import { startReceiver, waitFor } from './webhooks/webhook-load.mjs';

const TAKE = new URL('../../apps/recordings/test/fixtures/take.mp4', import.meta.url);
const WARM_UP = 20;
const TAKES = 400;
/** How long the idle instance is watched, for the statements that it makes anyway. */
const IDLE_SEC = 10;
const SERVICES = ['accounts', 'capture_requests', 'recordings', 'sessions', 'webhooks'];

/** Counts statements from now on; the database has to be started anew for it. */
async function countStatements(product) {
  const database = await product.database();
  await database.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await product.restart();
  const counted = await product.database();
  await counted.query('CREATE EXTENSION pg_stat_statements');
}

/** Statements made so far, but those of this connection's own role. */
async function statements(database) {
  const { rows } = await database.query(
    `SELECT coalesce(sum(calls), 0)::int AS calls
     FROM pg_stat_statements JOIN pg_roles role ON role.oid = userid WHERE rolname <> current_user`,
  );
  return rows[0].calls;
}

/** Rows and bytes of every table, with its indexes, and the position in the write-ahead log in bytes. */
async function sizes(database) {
  const { rows } = await database.query(
    `SELECT t.relnamespace::regnamespace || '.' || t.relname AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes
     FROM pg_class c JOIN pg_class t ON t.oid = coalesce(pg_partition_root(c.oid), c.oid)
     WHERE c.relkind = 'r' AND t.relnamespace::regnamespace::text = ANY ($1) GROUP BY 1`,
    [SERVICES],
  );
  const tables = {};
  for (const { name, bytes } of rows) {
    const counted = await database.query(`SELECT count(*)::int AS rows FROM ${name}`);
    tables[name] = { bytes, rows: counted.rows[0].rows };
  }
  const { rows: wal } = await database.query(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes",
  );
  return { tables, wal: wal[0].bytes };
}

async function idleStatements(database) {
  const before = await statements(database);
  await pause(IDLE_SEC * 1000);
  return ((await statements(database)) - before) / IDLE_SEC;
}

function grown(before, after, count) {
  const tables = Object.entries(after.tables)
    .map(([name, { rows, bytes }]) => ({
      name,
      rows: (rows - before.tables[name].rows) / count,
      bytes: (bytes - before.tables[name].bytes) / count,
    }))
    .filter(({ rows, bytes }) => rows !== 0 || bytes !== 0)
    .toSorted((one, other) => other.bytes - one.bytes);
  const sum = (field) => tables.reduce((total, table) => total + table[field], 0);
  return { tables, rows: sum('rows'), bytes: sum('bytes'), wal: (after.wal - before.wal) / count };
}

/** Everything that takes cause has happened: no fact waits to be sent, and each delivery has been received and recorded. */
async function settled(database, receiver) {
  let seen = '';
  await waitFor('what the takes cause', async () => {
    const { rows } = await database.query(
      `SELECT (SELECT count(*) FROM webhooks.event) AS events,
              (SELECT count(*) FROM webhooks.delivery) AS deliveries,
              (SELECT count(*) FROM webhooks.delivery WHERE status <> 'succeeded')
              + (SELECT count(*) FROM recordings.outbox WHERE published_at IS NULL)
              + (SELECT count(*) FROM capture_requests.outbox WHERE published_at IS NULL) AS open`,
    );
    const [{ events, deliveries, open }] = rows;
    const still =
      `${events} ${deliveries}` === seen && open === '0' && receiver.latencies.length >= Number(deliveries);
    seen = `${events} ${deliveries}`;
    if (!still) await pause(500);
    return still;
  });
}

async function answer(product, key, openLink, bytes, from, count, progress) {
  const respondent = new Respondent(product, key, openLink, bytes);
  for (let person = 0; person < count; person += 1) {
    if (person % 100 === 0) progress(`${person} of ${count} takes`);
    await respondent.upload(`bench-${from + person}`);
  }
}

/** What a take costs an organization that has one endpoint for webhooks, or none. */
async function measure(product, receiver, endpoints, progress) {
  const { key } = await product.organization();
  if (endpoints > 0) await product.call('POST', '/api/v1/webhook-endpoints', key, { url: receiver.url });
  const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
  const { openLink } = await product.call('POST', '/api/v1/capture-requests', key, request);
  const bytes = await readFile(fileURLToPath(TAKE));
  const database = await product.database();
  await answer(product, key, openLink, bytes, 0, WARM_UP, () => undefined);
  await settled(database, receiver);
  progress(`watching the idle instance for ${IDLE_SEC} s`);
  const idle = await idleStatements(database);
  const before = await sizes(database);
  const received = receiver.latencies.length;
  const counted = await statements(database);
  const started = performance.now();
  const cpu = await cpuOf([product.credentials.pid], async () => {
    await answer(product, key, openLink, bytes, WARM_UP, TAKES, progress);
    await settled(database, receiver);
  });
  const seconds = (performance.now() - started) / 1000;
  return {
    ...grown(before, await sizes(database), TAKES),
    idle,
    statements: ((await statements(database)) - counted - idle * seconds) / TAKES,
    cpuMs: (cpu / TAKES) * 1000,
    deliveries: (receiver.latencies.length - received) / TAKES,
  };
}

function rowsOf({ idle, statements: made, cpuMs, rows, bytes, wal, deliveries }, what, goals) {
  const kib = (count) => `${(count / 1024).toFixed(1)} KiB`;
  const row = (counted, figure, ours, peer, goal) => ({
    what: `${counted} ${what}`,
    ours,
    peer,
    ratio: figure.toFixed(1),
    goal: `≤ ${goal}`,
    runs: TAKES,
  });
  return [
    row('statements', made, made.toFixed(0), `idle ${idle.toFixed(0)}/s`, goals[0]),
    row('rows', rows, rows.toFixed(1), `${deliveries.toFixed(1)} deliveries`, goals[1]),
    row('KiB of tables and indexes', bytes / 1024, kib(bytes), `${kib(wal)} of change log`, goals[2]),
    row('ms of processor time', cpuMs, `${cpuMs.toFixed(1)} ms`, '', goals[3]),
  ];
}

export async function growth(progress) {
  const product = await Product.start();
  const receiver = await startReceiver();
  try {
    await countStatements(product);
    const none = await measure(product, receiver, 0, (text) => progress(`without webhooks, ${text}`));
    const one = await measure(product, receiver, 1, (text) => progress(`with one endpoint, ${text}`));
    for (const { name, rows, bytes } of one.tables)
      progress(`${name}: ${rows.toFixed(2)} rows, ${Math.round(bytes)} bytes a take`);
    return [
      ...rowsOf(none, 'a take, without webhooks', [200, 20, 24, 100]),
      ...rowsOf(one, 'a take, with one endpoint', [225, 28, 24, 130]),
    ];
  } finally {
    receiver.close();
    await product.remove();
  }
}
