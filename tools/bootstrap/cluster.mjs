// npm run test:cluster: the charts, rendered by Helm and run as Kubernetes would, without Kubernetes. Linux, as root.
// Usage: npm run test:cluster [-- PROOF… | --all] [--skip-images]; without a name all but those that take long
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServices } from './build.mjs';
import { ensureInstalled, pinnedNode, root, toolEnv } from './install.mjs';
import { CLUSTER_SERVERS, ensureServers } from './servers.mjs';

const LOGS = join(root, 'dist/cluster');

if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.error('npm run test:cluster makes namespaces and containers: run it on Linux, as root.');
  process.exit(1);
}
const args = process.argv.slice(2);
const proofs = args.filter((arg) => arg !== '--skip-images');
ensureInstalled();
ensureServers(CLUSTER_SERVERS);
// Inside there is no network to install it from.
const s3 = spawnSync('bash', [join(root, 'libs/testing/src/servers/s3-server.sh'), 'install'], {
  stdio: 'inherit',
});
if (s3.status !== 0) process.exit(1);
buildServices();
if (!args.includes('--skip-images')) {
  const images = spawnSync(pinnedNode(), [join(root, 'tools/bootstrap/images.mjs')], { stdio: 'inherit' });
  if (images.status !== 0) process.exit(1);
}

/** Logs of runs whose process is gone are those of the run before, and make room. */
mkdirSync(LOGS, { recursive: true });
for (const entry of readdirSync(LOGS)) {
  const pid = Number(entry.replace(/\D/g, ''));
  if (spawnSync('kill', ['-0', String(pid)], { stdio: 'ignore' }).status !== 0)
    rmSync(join(LOGS, entry), { recursive: true, force: true });
}
const logs = join(LOGS, `run-${process.pid}`);
mkdirSync(logs, { recursive: true });

// Everything that a run makes lies in namespaces of its own: processes, mounts, addresses, rules. The kernel removes all of it
// when the first process in there ends, and that one ends with this process, even if nobody could tell it to.
const inside = ['mount', '-t', 'tmpfs', 'tmpfs', '/run'];
const main = [pinnedNode(), join(root, 'tools/cluster/dist/main.js'), root, logs, ...proofs];
// The shell stays: as the first process it inherits those whose parent has died, and clears them away when they end.
const script = `${inside.join(' ')} && "$@"; exit $?`;
const namespaces = ['--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'];
const child = spawn(
  'setpriv',
  [
    '--pdeathsig',
    'KILL',
    'unshare',
    ...namespaces,
    '--propagation',
    'private',
    'sh',
    '-c',
    script,
    'cluster',
    ...main,
  ],
  { cwd: root, stdio: 'inherit', env: toolEnv() },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'));
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGKILL'), 500).unref();
child.on('exit', (code) => process.exit(code ?? 1));
