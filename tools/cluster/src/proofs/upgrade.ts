// `helm upgrade --wait` of every service, one after another, with a changed value, under steady load.
import { Client } from './client.js';
import { SERVICES, type Installation } from './installation.js';
import { Load, reconcile } from './load.js';
import { makeKey } from './organization.js';
import type { Say } from './proof.js';

export async function upgrade(installation: Installation, say: Say): Promise<void> {
  const client = new Client(installation.url, await makeKey(installation, 'upgrade'));
  const { cluster } = installation;
  const podsBefore = SERVICES.flatMap((service) =>
    cluster.deployment(service).running.map(({ name }) => name),
  );
  const load = new Load(client);
  for (const service of SERVICES) {
    await installation.apply(service, { LOG_LEVEL: 'warn' });
    await cluster.settled();
    say(`    ${service} replaced: ${load.calls} calls so far, ${load.failures.length} failed`);
  }
  await load.stop();
  const pods = SERVICES.flatMap((service) => cluster.deployment(service).running.map(({ name }) => name));
  const kept = pods.filter((name) => podsBefore.includes(name));
  const problems = [
    ...load.failures.map(({ what, why }) => `failed: ${what}: ${why}`),
    ...kept.map((name) => `${name} was not replaced`),
    ...(await reconcile(client, load.created)),
  ];
  if (problems.length > 0)
    throw new Error(`${problems.length} problems\n${problems.slice(0, 20).join('\n')}`);
  say(
    `    ${load.calls} calls, ${load.created.size} requests, 0 failed; the slowest took ${load.longestMs} ms`,
  );
}
