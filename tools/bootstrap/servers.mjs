// Servers and programs that are not on npm: found on PATH, else installed from Debian when run as root, else named with
// the command that installs them.
import { spawnSync } from 'node:child_process';

const PACKAGES = {
  'nats-server': 'nats-server',
  'redis-server': 'redis-server',
  chromium: 'chromium',
  turnserver: 'coturn',
  ffprobe: 'ffmpeg',
  faketime: 'faketime',
  openssl: 'openssl',
  python3: 'python3',
  promtool: 'prometheus',
};

/** What a cluster is made of (npm run test:cluster). */
const CLUSTER_PACKAGES = {
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  runc: 'runc',
  nft: 'nftables',
  dnsmasq: 'dnsmasq-base',
  ip: 'iproute2',
  setpriv: 'util-linux',
};

/** All that the tests start. */
export const TEST_SERVERS = Object.keys(PACKAGES);
export const CLUSTER_SERVERS = [
  ...Object.keys(CLUSTER_PACKAGES),
  ...['nats-server', 'redis-server'],
  // Of the black-box tests.
  ...['chromium', 'ffprobe', 'openssl'],
];

function onPath(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Makes sure that each program can be run; ends the process with the install line when it cannot. */
export function ensureServers(programs) {
  const missing = programs.filter((program) => !onPath(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => PACKAGES[program] ?? CLUSTER_PACKAGES[program]);
  const line = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.error(
      `Missing: ${missing.join(', ')}. Install them and run this again; on Debian or Ubuntu:\n  sudo ${line}`,
    );
    process.exit(1);
  }
  console.log(`Installing ${packages.join(', ')} from Debian…`);
  // RUNLEVEL=1 keeps the packages from starting services of their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const install = () =>
    spawnSync('sh', ['-c', line], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (
    install() ||
    (spawnSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' }).status === 0 && install())
  )
    return;
  console.error(`Could not install ${packages.join(', ')}; try by hand:\n  ${line}`);
  process.exit(1);
}
