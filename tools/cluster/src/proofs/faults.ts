// What is lost when parts die or cannot reach each other: nothing. What each loss costs is told as a table.
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../control/until.js';
import type { ServerName } from '../servers/servers.js';
import { sendAgain } from '../load/again.js';
import { Client } from '../load/client.js';
import { SERVICES, type Installation } from './installation.js';
import { Load, reconcile } from '../load/load.js';
import { creationsIn, makeOrganization } from '../load/organization.js';
import type { Proof, Say } from './proof.js';

const OUTAGE_MS = 10_000;
const PARTITION_MS = 30_000;
const SHORT_PARTITION_MS = 5_000;
/** Calls go through again once none has failed for so long. */
const CALM_MS = 5_000;

interface Fault {
  name: string;
  happen(): Promise<void>;
}

function kills({ cluster }: Installation): Fault[] {
  return SERVICES.map((service) => ({
    name: `kill -9 of a pod of ${service}`,
    happen: async () => cluster.deployment(service).running[0]?.kill(),
  }));
}

/** What is left is half of everything, as after the loss of one of two nodes. Its pods are made anew, not started again. */
function nodeLoss({ cluster }: Installation): Fault {
  return {
    name: 'a pod of every service gone at once',
    happen: async () => {
      const pods = SERVICES.flatMap((service) => cluster.deployment(service).running.slice(0, 1));
      await Promise.all(pods.map((pod) => pod.vanish()));
    },
  };
}

function outages({ servers }: Installation): Fault[] {
  return (['redis', 'nats', 'postgres'] as const).map((name) => ({
    name: `${name} killed, back after ${OUTAGE_MS / 1000} s`,
    happen: async () => {
      await servers[name].kill();
      await pause(OUTAGE_MS);
      await servers[name].up();
    },
  }));
}

type Parted = [service: string, other: string];

/** Between what is on the way of a write. */
const PARTED: Parted[] = [
  ['gateway', 'capture-requests'],
  ['capture-requests', 'postgres'],
  ['capture-requests', 'nats'],
  ['accounts', 'nats'],
  ['webhooks', 'postgres'],
  ['gateway', 'redis'],
];

function parting({ cluster, servers }: Installation, [one, other]: Parted, ms = PARTITION_MS): Fault {
  return {
    name: `${one} and ${other} parted for ${ms / 1000} s`,
    happen: async () => {
      const address = other in servers ? servers[other as ServerName].ip : other;
      const cut = await cluster.machine.cut(one, address);
      await pause(ms);
      await cluster.machine.heal(cut);
    },
  };
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Lets each happen under load, and tells what it cost. @throws Error that names what was lost or doubled */
async function happenTo(installation: Installation, say: Say, all: readonly Fault[]): Promise<void> {
  const { id, key } = await makeOrganization(installation, 'faults');
  const client = new Client(installation.url, key);
  const load = new Load(client);
  const problems: string[] = [];
  say(
    '    | fault | calls | failed tries | longest until it succeeded | normal again after | lost or doubled |',
  );
  say('    | --- | --: | --: | --: | --: | --: |');
  for (const { name, happen } of all) {
    load.reset();
    await happen();
    const over = Date.now();
    const lastFailure = (): number => Math.max(over, load.failures.at(-1)?.at ?? 0);
    const calm = (): boolean => !load.waitsSince(over) && Date.now() - lastFailure() > CALM_MS;
    await until(`calls to go through after: ${name}`, calm, 300_000);
    await installation.cluster.settled();
    const { calls, failures, longestMs } = load;
    const lost = await reconcile(client, load.created, { atRest: false });
    problems.push(...lost.map((problem) => `${name}: ${problem}`));
    const after = inSeconds(lastFailure() - over);
    say(
      `    | ${name} | ${calls} | ${failures.length} | ${inSeconds(longestMs)} | ${after} | ${lost.length} |`,
    );
  }
  await load.stop();
  const repeated = await sendAgain(installation, id);
  problems.push(...(await reconcile(client, load.created)));
  const creations = await creationsIn(installation, id);
  for (const request of load.created) {
    const times = creations.get(request) ?? 0;
    if (times !== 1) problems.push(`${times} entries of ${request} in the audit log`);
  }
  if (problems.length > 0) throw new Error(problems.slice(0, 20).join('\n'));
  say(
    `    ${load.created.size} requests were made; each is there once, with one event and one entry of the audit log, though ${repeated} events were sent twice`,
  );
}

export const faults: Proof = (installation, say) =>
  happenTo(installation, say, [
    ...kills(installation),
    nodeLoss(installation),
    ...outages(installation),
    ...PARTED.map((parted) => parting(installation, parted)),
  ]);

/** The short form of them: half of all pods, and one partition. */
export const losses: Proof = (installation, say) =>
  happenTo(installation, say, [
    nodeLoss(installation),
    parting(installation, ['capture-requests', 'postgres'], SHORT_PARTITION_MS),
  ]);
