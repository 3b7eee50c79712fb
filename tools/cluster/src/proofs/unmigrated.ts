// New pods whose migration has not run yet take no calls, and the old ones stay until it has.
import pg from 'pg';
import { until } from '../control/until.js';
import type { Pod } from '../pods/pod.js';
import { Client } from '../load/client.js';
import type { Installation } from './installation.js';
import { makeKey } from '../load/organization.js';
import type { Say } from './proof.js';

const SERVICE = 'sessions';
const APPLIED = `${SERVICE}._prisma_migrations`;

/** Takes the last migration out of the list of those that were applied, and returns what puts it back. */
async function forgetLast(database: pg.Client): Promise<() => Promise<unknown>> {
  const last = `SELECT id FROM ${APPLIED} ORDER BY migration_name DESC LIMIT 1`;
  await database.query(`CREATE TEMP TABLE forgotten AS SELECT * FROM ${APPLIED} WHERE id = (${last})`);
  await database.query(`DELETE FROM ${APPLIED} WHERE id IN (SELECT id FROM forgotten)`);
  return () => database.query(`INSERT INTO ${APPLIED} SELECT * FROM forgotten`);
}

/** Why a pod is not ready, in its own words; empty while it does not answer. */
async function refusalOf({ ip }: Pod): Promise<string> {
  const answer = await fetch(`http://${ip}:8080/health/ready`).catch(() => undefined);
  return answer?.status === 503 ? answer.text() : '';
}

export async function unmigrated(installation: Installation, say: Say): Promise<void> {
  const { cluster } = installation;
  const deployment = cluster.deployment(SERVICE);
  const client = new Client(installation.url, await makeKey(installation, 'unmigrated'));
  const old = deployment.running;
  const database = new pg.Client({ connectionString: installation.superuserUrl });
  await database.connect();
  try {
    const remember = await forgetLast(database);
    try {
      await installation.apply(SERVICE, { LOG_LEVEL: 'fatal' }, { hooks: false });
      const made = (): Pod[] => deployment.running.filter((pod) => !old.includes(pod));
      let said = '';
      await until('a new pod to say what it waits for, or to be ready', async () => {
        said = (await Promise.all(made().map(refusalOf))).join('');
        return said.includes('migration') || made().some(({ ready }) => ready);
      });
      const kept = old.filter(({ ready, ending }) => ready && !ending);
      if (made().some(({ ready }) => ready)) throw new Error('a pod is ready without its migration');
      if (kept.length !== old.length) throw new Error('an old pod went before a new one was ready');
      await client.expect('POST', '/v1/sessions');
    } finally {
      await remember();
    }
  } finally {
    await database.end();
  }
  await cluster.settled();
  if (deployment.running.some((pod) => old.includes(pod))) throw new Error('an old pod is still there');
  say(`    the old pods of ${SERVICE} served until the migration had run`);
}
