// What the processes of pods may do, as the kernel tells it: less than the manifest of a mistaken chart might let them.
import { readFileSync } from 'node:fs';
import type { Pod } from '../pods/pod.js';
import { SERVICES, type Installation } from './installation.js';
import type { Say } from './proof.js';

/** By the names of /proc/PID/status. */
const WANTED: Record<string, RegExp> = {
  // Real, effective, saved and of the file system.
  Uid: /^65532\t65532\t65532\t65532$/,
  Gid: /^65532\t65532\t65532\t65532$/,
  ...Object.fromEntries(['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => [name, /^0+$/])),
  NoNewPrivs: /^1$/,
  // A filter.
  Seccomp: /^2$/,
};

function rightsOf({ name, pid }: Pod): string[] {
  const status = new Map(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .map((line) => line.split(/:\t/) as [string, string]),
  );
  const [root = ''] = readFileSync(`/proc/${pid}/mounts`, 'utf8')
    .split('\n')
    .filter((line) => line.split(' ')[1] === '/');
  const options = root.split(' ')[3]?.split(',') ?? [];
  return [
    ...Object.entries(WANTED)
      .filter(([member, wanted]) => !wanted.test(status.get(member) ?? ''))
      .map(([member]) => `${name}: ${member} is ${status.get(member)}`),
    ...(options.includes('ro') ? [] : [`${name}: its root can be written to`]),
  ];
}

export function confinement({ cluster }: Installation, say: Say): Promise<void> {
  const pods = SERVICES.flatMap((service) => cluster.deployment(service).running);
  const problems = pods.flatMap(rightsOf);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  say(`    ${pods.length} pods, none as root, with a capability or with a root that it can write to`);
  return Promise.resolve();
}
