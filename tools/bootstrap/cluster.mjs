// npm run test:cluster: the charts, rendered by Helm and run as Kubernetes would, without Kubernetes. Linux, as root.
// Usage: npm run test:cluster [-- PROOF… | --short | --all] [--built]; without a name all but those that take long
//   --built   runs the images that `npm run images` builds, instead of the same files laid over each other
//   --former  begins with the charts and images of the commit that was landed before
//   --all     everything, with both of them
//   --where-allowed   does nothing on a machine that cannot run it, and says so
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, SERVICES } from './build.mjs';
import { ensureInstalled, pinnedNode, root, runTool, toolEnv } from './install.mjs';
import { CLUSTER_SERVERS, ensureServers } from './servers.mjs';

const LOGS = join(root, 'dist/cluster');

/** Of everything that a run makes (docs/adr/0051-a-cluster-in-the-tests.md). */
const NAMESPACES = [
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
function mayMakeNamespaces() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false;
  const tried = 'mount -t tmpfs tmpfs /run && mount --bind /run /mnt';
  return spawnSync('unshare', [...NAMESPACES, 'sh', '-c', tried], { stdio: 'ignore' }).status === 0;
}

const names = ['short', 'all', 'built', 'former', 'where-allowed'];
const { values: wanted, positionals: proofs } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(names.map((name) => [name, { type: 'boolean', default: false }])),
});
if (!mayMakeNamespaces()) {
  const needs = 'A cluster needs Linux, root, and the right to make namespaces and to mount in them.';
  console.error(wanted['where-allowed'] ? `Not run. ${needs}` : needs);
  process.exit(wanted['where-allowed'] ? 0 : 1);
}
const started = Date.now();
const passed = (title) =>
  console.log(`✓ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s since the start)`);

/** Logs of runs whose process is gone are those of the run before, and make room. */
function makeLogs() {
  mkdirSync(LOGS, { recursive: true });
  for (const entry of readdirSync(LOGS)) {
    const pid = Number(entry.replace(/\D/g, ''));
    if (spawnSync('kill', ['-0', String(pid)], { stdio: 'ignore' }).status !== 0)
      rmSync(join(LOGS, entry), { recursive: true, force: true });
  }
  const logs = join(LOGS, `run-${process.pid}`);
  mkdirSync(logs, { recursive: true });
  return logs;
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Where this branch left the main one; on the main one, the commit before. */
function formerCommit() {
  const main = ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name)).find(Boolean);
  return main !== undefined && main !== git('rev-parse', 'HEAD') ? main : git('rev-parse', 'HEAD^');
}

/** The files of the former commit, installed and built; kept, as it takes minutes. */
function formerFiles() {
  const commit = formerCommit();
  if (commit === undefined) {
    console.error('There is no former commit to upgrade from: this clone has the last one only.');
    process.exit(1);
  }
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'capture', 'former', commit);
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    runTool('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'archive', commit, partial]);
    renameSync(partial, folder);
  }
  runTool('node', [join(folder, 'tools/bootstrap/build.mjs')]);
  return folder;
}

function assembled(target, from) {
  runTool(pinnedNode(), [join(root, 'tools/images/src/assemble.mjs'), target, from, ...SERVICES]);
  return join(target, 'images.json');
}

ensureInstalled();
ensureServers(CLUSTER_SERVERS);
// Inside there is no network to install it from.
runTool('bash', [join(root, 'libs/testing/src/servers/s3-server.sh'), 'install']);
build();
const logs = makeLogs();
const chosen = [...proofs, ...['short', 'all'].filter((name) => wanted[name]).map((name) => `--${name}`)];
if (wanted.built || wanted.all) runTool(pinnedNode(), [join(root, 'tools/bootstrap/images.mjs')]);
else chosen.push('--images', assembled(join(logs, 'images'), root));
passed('images');
if (wanted.former || wanted.all) {
  const former = formerFiles();
  chosen.push('--former', former, '--former-images', assembled(join(logs, 'former-images'), former));
  passed('images of the former commit');
}

// Everything that a run makes lies in namespaces of its own: processes, mounts, addresses, rules. The kernel removes all of it
// when the first process in there ends, and that one ends with this process, even if nobody could tell it to.
const inside = ['mount', '-t', 'tmpfs', 'tmpfs', '/run'];
const main = [pinnedNode(), join(root, 'tools/cluster/dist/main.js'), root, logs, ...chosen];
// The shell stays: as the first process it inherits those whose parent has died, and clears them away when they end.
const script = `${inside.join(' ')} && "$@"; exit $?`;
const isolated = ['unshare', ...NAMESPACES, 'sh', '-c', script, 'cluster', ...main];
const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...isolated], {
  cwd: root,
  stdio: 'inherit',
  env: toolEnv(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'));
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGKILL'), 500).unref();
child.on('exit', (code) => {
  passed('the end');
  process.exit(code ?? 1);
});
