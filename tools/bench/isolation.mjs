// What the second isolation lock costs a hot read, and what other ways to have one would (ADR 10). One row by its key,
// of 200 organizations in turns, as a repository reads it. The figure is reads per second of processor time, ours and
// PostgreSQL's together: that limits reads on a busy machine. Linux only.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { applyMigrations, openDatabase, provisionSchema } from '../../libs/persistence/dist/index.js';
import { startPostgres } from '../../libs/testing/dist/index.js';
import { MIGRATIONS } from '../../apps/capture-requests/dist/migrations.js';
import { PrismaClient } from '../../apps/capture-requests/dist/generated/prisma/client.js';
import { inTurns, median, ratio } from './statistics.mjs';

const from = createRequire(new URL('../../libs/persistence/package.json', import.meta.url));
const pg = from('pg');
const { PrismaPg } = from('@prisma/adapter-pg');

const ORGANIZATIONS = 200;
const ROWS = 20_000;
const READERS = 32;
const READS = 4_000;
const ROUNDS = 7;
/** Of reads without a lock, as ADR 10 found them: what was chosen costs nothing, what was not would. */
const GOALS = {
  'no lock, prepared': '≥ 1.3',
  'the lock': '≥ 0.5',
  'the lock, prepared': '≥ 0.9',
  'a setting of the session': '≤ 1',
  'a transaction per read': '≤ 0.6',
};
const TICKS_PER_SEC = 100;
const SET = "SELECT set_config('capture.organization', $1, $2)";
const READ = `
  SELECT c.id, c.organization_id AS "organizationId", c.title, c.prompt, c.status, c.metadata, c.deadline_at AS "deadlineAt",
         c.created_at AS "createdAt", w.text AS "releaseText"
  FROM capture_request c
  LEFT JOIN release_wording w ON w.capture_request_id = c.id AND w.number = c.release_number
  WHERE c.id = $1 AND c.organization_id = $2`;
const FILL = `
  INSERT INTO capture_request (id, organization_id, title, prompt, status, max_duration_sec, metadata, release_required,
    release_count, campaign_version, campaign_open, created_at, updated_at)
  SELECT 'crq_' || n, 'org_' || n % ${ORGANIZATIONS}, 't', 'p', 'active', 300, '{}', false, 0, 0, false, now(), now()
  FROM generate_series(1, ${ROWS}) n`;

/** A schema of its own; `locked: false` takes the policies away. */
async function schemaOf(adminUrl, schema, locked) {
  await provisionSchema(adminUrl, { schema, role: schema, password: 'bench' });
  const url = Object.assign(new URL(adminUrl), { username: schema, password: 'bench' }).toString();
  await applyMigrations({ url, schema }, MIGRATIONS);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`SET search_path = ${schema}`);
  await admin.query(FILL);
  await admin.query('ANALYZE capture_request');
  for (const table of locked ? [] : ['capture_request', 'release_wording'])
    await admin.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
  await admin.end();
  return { url, schema };
}

/** Connections with the organization as a session setting: a change of it costs a round trip, nearly every time. */
class SessionPool extends pg.Pool {
  async query(config) {
    const organization = config.values.at(-1);
    const client = await this.connect();
    try {
      if (client.organization !== organization) {
        client.organization = organization;
        await client.query({ name: 'set', text: SET, values: [organization, false] });
      }
      return await client.query(config);
    } finally {
      client.release();
    }
  }
}

function contendersOn(open, locked) {
  const clientOf = (Pool, { url, schema }, options = {}) => {
    const pool = new Pool({ connectionString: url, max: 10 });
    return new PrismaClient({
      adapter: new PrismaPg(pool, { schema, disposeExternalPool: true, ...options }),
    });
  };
  const before = clientOf(pg.Pool, open);
  const named = clientOf(pg.Pool, open, { statementNameGenerator: () => 'read' });
  const scoped = clientOf(SessionPool, locked);
  const wrapped = clientOf(pg.Pool, locked);
  const database = openDatabase({ ...locked, poolSize: 10, client: PrismaClient });
  const reads = {
    'no lock': (id, organization) => before.$queryRawUnsafe(READ, id, organization),
    'no lock, prepared': (id, organization) => named.$queryRawUnsafe(READ, id, organization),
    'the lock': (id, organization) =>
      database.forOrganization(organization, () => database.query(READ, id, organization)),
    'the lock, prepared': (id, organization) =>
      database.forOrganization(organization, () => database.prepared(`${READ} `, id, organization)),
    'a setting of the session': (id, organization) => scoped.$queryRawUnsafe(READ, id, organization),
    'a transaction per read': (id, organization) =>
      wrapped.$transaction(async (tx) => {
        await tx.$queryRawUnsafe(SET, organization, true);
        return tx.$queryRawUnsafe(READ, id, organization);
      }),
  };
  const close = () =>
    Promise.all(
      [before, named, scoped, wrapped].map((client) => client.$disconnect()).concat(database.close()),
    );
  return { reads, close };
}

/** Processor time of each of the server's processes so far, in seconds. */
async function serverTimes(port) {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const read = (file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
        const [stat, command] = await Promise.all([read('stat'), read('cmdline')]);
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const words = command.split('\0');
        const isServer = words[0].endsWith('/postgres') && words.includes(port);
        return { pid, parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]), isServer };
      }),
  );
  const server = stats.find(({ isServer }) => isServer)?.pid;
  const ours = stats.filter(({ pid, parent }) => pid === server || parent === server);
  return new Map(ours.map(({ pid, ticks }) => [pid, ticks / TICKS_PER_SEC]));
}

/** Reads per second of processor time. */
async function efficiency(read, port) {
  const [mine, servers] = [process.cpuUsage(), await serverTimes(port)];
  let next = 0;
  const reader = async () => {
    while (next < READS) {
      next += 1;
      const row = 1 + ((next * 7919) % ROWS);
      const found = await read(`crq_${row}`, `org_${row % ORGANIZATIONS}`);
      if (found.length !== 1) throw new Error(`${found.length} rows of crq_${row}`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  const { user, system } = process.cpuUsage(mine);
  let used = (user + system) / 1e6;
  // Connections of other contenders that end meanwhile do not count.
  for (const [pid, seconds] of await serverTimes(port)) used += seconds - (servers.get(pid) ?? 0);
  return READS / used;
}

export async function isolation(progress) {
  const server = await startPostgres();
  try {
    const [open, locked] = [
      await schemaOf(server.adminUrl, 'open', false),
      await schemaOf(server.adminUrl, 'locked', true),
    ];
    const { reads, close } = contendersOn(open, locked);
    const { port } = new URL(server.adminUrl);
    const contenders = Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [name, () => efficiency(read, port)]),
    );
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} reads per CPU second`));
    await close();
    const without = median(figures['no lock']);
    return Object.entries(figures)
      .filter(([name]) => name !== 'no lock')
      .map(([name, runs]) => ({
        what: `read of one row, ${name}`,
        ours: `${Math.round(median(runs))}/CPU s`,
        peer: `no lock ${Math.round(without)}/CPU s`,
        ratio: ratio(median(runs), without),
        goal: GOALS[name],
        runs: ROUNDS,
      }));
  } finally {
    await server.stop();
  }
}
