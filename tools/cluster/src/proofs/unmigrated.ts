// New pods whose migration has not run yet take no calls, and the old ones stay until it has.
import { until } from '../control/until.js';
import { Client } from '../load/client.js';
import { makeKey } from '../load/organization.js';
import { withFiles } from '../pods/images.js';
import type { Pod } from '../pods/pod.js';
import type { Installation } from './installation.js';
import type { Say } from './proof.js';

const SERVICE = 'sessions';
const TAG = 'next';
/** After all that there are. It changes nothing, so that the release before goes on with it. */
const MIGRATION = '99999999999999_next';

/** Why a pod is not ready, in its own words; empty while it does not answer. */
async function refusalOf({ ip }: Pod): Promise<string> {
  const answer = await fetch(`http://${ip}:8080/health/ready`).catch(() => undefined);
  return answer?.status === 503 ? answer.text() : '';
}

export async function unmigrated(installation: Installation, say: Say): Promise<void> {
  const { cluster } = installation;
  const deployment = cluster.deployment(SERVICE);
  const client = new Client(installation.url, await makeKey(installation, 'unmigrated'));
  const next = await withFiles(installation.imageOf(SERVICE), `${cluster.machine.directory}/${TAG}`, {
    [`app/prisma/migrations/${MIGRATION}/migration.sql`]: 'SELECT 1;\n',
  });
  installation.addImage(SERVICE, TAG, next);
  const old = deployment.running;
  const made = (): Pod[] => deployment.running.filter((pod) => !old.includes(pod));
  await installation.apply(SERVICE, {}, { tag: TAG, hooks: false });
  await until('a new pod to say what it waits for, or to be ready', async () => {
    const said = (await Promise.all(made().map(refusalOf))).join('');
    return said.includes(MIGRATION) || made().some(({ ready }) => ready);
  });
  if (made().some(({ ready }) => ready)) throw new Error('a pod is ready without its migration');
  const kept = old.filter(({ ready, ending }) => ready && !ending);
  if (kept.length !== old.length) throw new Error('an old pod went before a new one was ready');
  await client.expect('POST', '/v1/sessions');
  await installation.apply(SERVICE, {}, { tag: TAG });
  await cluster.settled();
  if (deployment.running.some((pod) => old.includes(pod))) throw new Error('an old pod is still there');
  await installation.apply(SERVICE);
  await cluster.settled();
  say(`    the old pods of ${SERVICE} served until the migration had run, and again with it`);
}
