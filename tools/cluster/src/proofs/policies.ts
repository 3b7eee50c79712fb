// NetworkPolicies: every pod reaches what the table of the charts says, and nothing else of the installation.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { trafficTable } from '@capture/charts-tool/rendering';
import { addNamespace, removeNamespace } from '../network/namespaces.js';
import { SERVICES, type Installation } from './installation.js';
import type { Pod } from '../pods/pod.js';
import type { Say } from './proof.js';

const exec = promisify(execFile);
const STRANGER = 'stranger';

interface Target {
  name: string;
  /** By which settings mean it; none where only others than services connect. */
  dns?: string;
  host: string;
  port: number;
}

/** Which of the targets a process in that namespace can connect to. What is dropped is noticed by its silence. */
async function reached(namespace: string, targets: readonly Target[]): Promise<string[]> {
  const script = `import { connect } from 'node:net';
const targets = JSON.parse(process.argv[1]);
const reaches = ({ host, port }) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: 4000 });
  const end = (open) => { socket.destroy(); resolve(open); };
  socket.once('connect', () => end(true)).once('error', () => end(false)).once('timeout', () => end(false));
});
const open = await Promise.all(targets.map(reaches));
process.stdout.write(JSON.stringify(targets.filter((_, index) => open[index]).map(({ name }) => name)));`;
  const args = ['netns', 'exec', namespace, process.execPath, '--input-type=module', '--eval', script];
  const { stdout } = await exec('ip', [...args, JSON.stringify(targets)]);
  return (JSON.parse(stdout) as string[]).sort();
}

function compare(who: string, found: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `${who} does not reach ${name}`),
    ...found.filter((name) => !wanted.includes(name)).map((name) => `${who} reaches ${name}`),
  ];
}

/** Addresses in its settings that a service does not call itself: those that it tells to clients. */
const TOLD = ['CAPTURE_PUBLIC_URL', 'CAPTURE_STORE_ORIGIN'];

/** Whom a service calls, by the addresses in its settings: what it names it has to reach, and has no business elsewhere. */
function namedBy({ environment }: Pod, targets: readonly Target[]): string[] {
  const addresses = Object.entries(environment)
    .filter(([name]) => !TOLD.includes(name))
    .flatMap(([, value]) => value.split(','))
    .filter((value) => URL.canParse(value))
    .map((value) => new URL(value).hostname);
  return targets.filter(({ dns }) => dns !== undefined && addresses.includes(dns)).map(({ name }) => name);
}

export async function policies(installation: Installation, say: Say): Promise<void> {
  const { cluster, servers, root } = installation;
  const podOf = (service: string): Pod => {
    const [pod] = cluster.deployment(service).running;
    if (pod === undefined) throw new Error(`no pod of ${service} runs`);
    return pod;
  };
  const services = SERVICES.map((service) => ({
    name: service,
    dns: service,
    host: podOf(service).ip,
    port: 8080,
  }));
  const ports = { postgres: 5432, nats: 4222, redis: 6379, s3: 9480 };
  const beside = Object.entries(ports).map(([name, port]) => ({
    name,
    dns: `capture-${name}`,
    host: servers[name as keyof typeof ports].ip,
    port,
  }));
  const monitored = SERVICES.map((service) => ({
    name: `metrics of ${service}`,
    host: podOf(service).ip,
    port: 9090,
  }));
  const all = [...services, ...beside, ...monitored];
  const table = trafficTable(root);
  const tried = SERVICES.map(async (service) => {
    // What comes to a pod from itself passes no policy.
    const targets = all.filter(({ name }) => !name.endsWith(service));
    const wanted = targets.map(({ name }) => name).filter((name) => table.get(service)?.includes(name));
    const found = await reached(podOf(service).name, targets);
    const named = namedBy(podOf(service), targets);
    return [...compare(service, found, wanted), ...compare(`${service}, by its settings,`, found, named)];
  });
  const problems = (await Promise.all(tried)).flat();
  await addNamespace(STRANGER, '10.244.210.1');
  try {
    // The gateway lets everybody in, but not to its metrics.
    const found = await reached(STRANGER, [...services, ...monitored]);
    problems.push(...compare('a pod of somebody else', found, ['gateway']));
  } finally {
    await removeNamespace(STRANGER);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  say(
    `    ${SERVICES.length * all.length} connections tried, each as the table of the charts and the settings of the service have it`,
  );
}
