// npm run images [SERVICE…]: builds the images of all services, or of those that are named, and prints their sizes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, SERVICES } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

/** Bytes that a service may add to the base. */
const MOST = 60 * 2 ** 20;

const inMiB = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

function hasDocker() {
  return spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
}

function withDocker(services, version, { revision }) {
  const docker = (...args) => {
    if (spawnSync('docker', args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1);
  };
  docker('build', '-f', 'deploy/base.Dockerfile', '-t', 'capture/base', 'deploy');
  for (const service of services) {
    const given = { SERVICE: service, VERSION: version, REVISION: revision };
    const args = Object.entries(given).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
    docker('build', '-f', 'deploy/Dockerfile', ...args, '-t', `capture/${service}:${version}`, '.');
  }
}

async function withBuildah(services, version, { revision, epoch }) {
  const { prepare } = await import('../images/src/prepare.mjs');
  const { sizeOf } = await import('../images/src/prune.mjs');
  const { buildImage, digestOf, isThere, makeBase } = await import('../images/src/buildah.mjs');
  if (!isThere()) {
    console.error(
      'Neither a Docker engine nor buildah and mmdebstrap are here (apt-get install buildah mmdebstrap).',
    );
    process.exit(1);
  }
  build();
  const base = makeBase(epoch);
  let tooLarge = 0;
  for (const service of services) {
    const folder = join(root, 'dist/images', service);
    await prepare(service, folder);
    const image = buildImage(service, folder, { base, epoch, version, revision });
    const size = sizeOf(folder);
    tooLarge += Number(size > MOST);
    console.log(`${size > MOST ? '✗' : '✓'} ${image}  ${inMiB(size)} over its base  ${digestOf(image)}`);
  }
  if (tooLarge > 0) console.error(`At most ${inMiB(MOST)} over the base.`);
  process.exitCode = tooLarge > 0 ? 1 : 0;
}

const named = process.argv.slice(2);
const unknown = named.filter((service) => !SERVICES.includes(service));
if (unknown.length > 0) {
  console.error(`No service: ${unknown.join(', ')}. There are ${SERVICES.join(', ')}.`);
  process.exit(2);
}
ensureInstalled();
const services = named.length > 0 ? named : SERVICES;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [revision, time] = git('log', '-1', '--format=%H %ct').split(' ');
const commit = { revision, epoch: Number(time) };
if (hasDocker()) withDocker(services, version, commit);
else await withBuildah(services, version, commit);
