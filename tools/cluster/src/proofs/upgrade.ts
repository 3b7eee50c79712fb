// `helm upgrade` under steady load: with a changed value, of one service after another or of all at once, and from the charts and
// images of a former commit to those of this one.
import { Client } from '../load/client.js';
import { SERVICES, type Installation, type Version } from './installation.js';
import { Load, reconcile } from '../load/load.js';
import { makeKey } from '../load/organization.js';
import type { Proof, Say } from './proof.js';
import { Room } from '../load/room.js';

/** What a socket is told by a service that stops, and by the gateway that forwards it. */
const GOING_AWAY = 1012;

/**
 * Does `replace` while calls are made and somebody is in a room.
 * @throws Error when a call failed or somebody was put out
 */
async function underLoad(installation: Installation, say: Say, replace: () => Promise<void>): Promise<void> {
  const client = new Client(installation.url, await makeKey(installation, 'upgrade'));
  const pods = (): string[] =>
    SERVICES.flatMap((service) => installation.cluster.deployment(service).running.map(({ name }) => name));
  const before = pods();
  const room = await Room.open(installation, client);
  const load = new Load(client);
  await replace();
  await room.connected();
  const present = await room.isPresent();
  room.leave();
  await load.stop();
  const kept = pods().filter((name) => before.includes(name));
  const problems = [
    ...load.failures.map(({ what, why }) => `failed: ${what}: ${why}`),
    ...kept.map((name) => `${name} was not replaced`),
    ...room.ends.filter((code) => code !== GOING_AWAY).map((code) => `a socket ended with ${code}`),
    ...(room.ends.length === 0 ? ['the socket outlived every process'] : []),
    ...(present ? [] : ['somebody was put out of their room']),
    ...(await reconcile(client, load.created)),
  ];
  if (problems.length > 0)
    throw new Error(`${problems.length} problems\n${problems.slice(0, 20).join('\n')}`);
  say(
    `    ${load.calls} calls, ${load.created.size} requests, 0 failed; the slowest took ${load.longestMs} ms; sockets ended with ${room.ends.join(', ')}`,
  );
}

/**
 * Calls still come to a pod for so long after it was taken out of its Service: more than the delay in which its process answers on
 * after SIGTERM, and less than that and `preStop` together.
 */
const SLOW_ENDPOINTS_MS = 7_500;

/** One after another, as `helm upgrade --wait` of each, on a node that learns late which pods are there. */
export const upgrade: Proof = async (installation, say) => {
  const { machine } = installation.cluster;
  const usual = machine.endpointsAfterMs;
  machine.endpointsAfterMs = SLOW_ENDPOINTS_MS;
  try {
    await underLoad(installation, say, async () => {
      for (const service of SERVICES) {
        await installation.apply(service, { LOG_LEVEL: 'warn' });
        await installation.cluster.settled();
      }
    });
  } finally {
    machine.endpointsAfterMs = usual;
  }
};

export const restart: Proof = (installation, say) =>
  underLoad(installation, say, () => installation.applyAll({ LOG_LEVEL: 'error' }));

/** From the release that is installed to this one: first the services, then the gateway that offers their routes. */
export async function release(installation: Installation, say: Say, to: Version): Promise<void> {
  await underLoad(installation, say, async () => {
    installation.use(to);
    for (const service of SERVICES) {
      await installation.apply(service);
      await installation.cluster.settled();
    }
  });
}
