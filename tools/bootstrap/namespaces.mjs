// What a cluster in the tests needs of the machine.
import { spawnSync } from 'node:child_process';

/** Of everything that a run makes (docs/adr/0051-a-cluster-in-the-tests.md). */
export const NAMESPACES = [
  '--mount',
  '--net',
  '--ipc',
  '--uts',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  '--propagation',
  'private',
];

/** Whether this machine lets us make namespaces, and mount and route in them. */
export function mayMakeNamespaces() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false;
  const tried = 'mount -t tmpfs tmpfs /run && mount --bind /run /mnt';
  return spawnSync('unshare', [...NAMESPACES, 'sh', '-c', tried], { stdio: 'ignore' }).status === 0;
}
