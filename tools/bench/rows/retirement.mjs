// What it costs to end a million rows of the outbox that have aged: their partition dropped, as retention does, against deletion in
// batches with the vacuum that this asks for, as it was done before ADR 69.
import { Product } from '../product.mjs';
import { ratio } from '../statistics.mjs';

const ROWS = 1_000_000;
const BATCH = 1_000;
/** Ids that no clock of ours makes: between them only the rows of this benchmark are. */
const PARTITIONS = { deleted: ['evt_7a', 'evt_7b'], dropped: ['evt_7b', 'evt_7c'] };

/** Rows as long as those of a take's events, published long ago. */
async function fill(database, name, [from, to]) {
  await database.query(
    `CREATE TABLE webhooks.outbox_${name} PARTITION OF webhooks.outbox FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
  await database.query(
    `INSERT INTO webhooks.outbox (event_id, type, organization_id, envelope, headers, ordered, published_at, stream_epoch, stream_sequence)
     SELECT '${from}' || lpad(n::text, 24, '0'), 'recording.completed', 'org_bench', repeat('x', 600), '{}', false,
            '2020-01-01', 'bench', n
     FROM generate_series(1, ${ROWS}) AS n`,
  );
  await database.query(`VACUUM ANALYZE webhooks.outbox_${name}`);
}

/** Milliseconds that `work` took and bytes that it added to the change log. */
async function costOf(database, work) {
  await database.query('CHECKPOINT');
  const position = async () => {
    const { rows } = await database.query(
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes",
    );
    return rows[0].bytes;
  };
  const before = await position();
  const started = performance.now();
  await work();
  return { ms: performance.now() - started, wal: (await position()) - before };
}

async function deleteInBatches(database) {
  for (;;) {
    const { rowCount } = await database.query(
      `DELETE FROM webhooks.outbox_deleted WHERE event_id IN (
         SELECT event_id FROM webhooks.outbox_deleted WHERE published_at < now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    );
    if (rowCount < BATCH) break;
  }
  await database.query('VACUUM webhooks.outbox_deleted');
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const milliseconds = (ms) => `${ms.toFixed(0)} ms`;

export async function retirement(progress) {
  const product = await Product.start();
  try {
    const database = await product.database();
    for (const [name, bounds] of Object.entries(PARTITIONS)) {
      progress(`inserting ${ROWS} rows to be ${name}`);
      await fill(database, name, bounds);
    }
    progress('deleting');
    const deleted = await costOf(database, () => deleteInBatches(database));
    progress('dropping');
    const dropped = await costOf(database, () => database.query('DROP TABLE webhooks.outbox_dropped'));
    return [
      {
        what: 'time to end 1,000,000 outbox rows: partition dropped, against deletion and vacuum',
        ours: milliseconds(dropped.ms),
        peer: milliseconds(deleted.ms),
        ratio: ratio(dropped.ms, deleted.ms),
        goal: '≤ 0.1',
        runs: 1,
      },
      {
        what: 'change log of that',
        ours: megabytes(dropped.wal),
        peer: megabytes(deleted.wal),
        ratio: ratio(dropped.wal, deleted.wal),
        goal: '≤ 0.1',
        runs: 1,
      },
    ];
  } finally {
    await product.remove();
  }
}
