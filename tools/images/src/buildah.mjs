// Images without a Docker engine: a base by mmdebstrap, the services by buildah from the same Dockerfile.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root } from '../../bootstrap/install.mjs';

export const PACKAGES = 'libc6,libstdc++6,libgcc-s1,ca-certificates,tzdata,netbase';
const BASE = 'localhost/capture/base';

function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot', ...env },
  });
  if (result.status !== 0) throw new Error(`${command} ${args[0]} failed:\n${result.stderr}`);
  return result.stdout.trim();
}

/** Files get the time of the commit, so that the same commit gives the same layers. */
const timed = (epoch) => ['--timestamp', String(epoch)];

/** Lays out the files of the base. */
export function layOutBase(files, epoch) {
  const options = ['--variant=extract', `--include=${PACKAGES}`, '--quiet', 'bookworm', files];
  run('mmdebstrap', options, { SOURCE_DATE_EPOCH: String(epoch) });
  rmSync(join(files, 'var/log'), { recursive: true, force: true });
  rmSync(join(files, 'var/cache'), { recursive: true, force: true });
  mkdirSync(join(files, 'tmp'), { recursive: true });
  chmodSync(join(files, 'tmp'), 0o1777);
  cpSync(realpathSync(pinnedNode()), join(files, 'usr/bin/node'));
}

/** Makes the base and returns its name. */
export function makeBase(epoch) {
  const folder = mkdtempSync(join(tmpdir(), 'capture-base-'));
  const files = join(folder, 'root');
  try {
    layOutBase(files, epoch);
    const container = run('buildah', ['from', 'scratch']);
    run('buildah', ['add', '--quiet', container, files, '/']);
    run('buildah', ['config', '--user', '65532:65532', '--env', 'PATH=/usr/bin:/bin', container]);
    run('buildah', ['commit', '--rm', '--quiet', ...timed(epoch), container, BASE]);
    return BASE;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the image of a service from the folder that `prepare` left. */
export function buildImage(service, prepared, { base, epoch, version, revision }) {
  const context = mkdtempSync(join(tmpdir(), 'capture-image-'));
  const name = `localhost/capture/${service}:${version}`;
  try {
    cpSync(prepared, join(context, 'prepared'), { recursive: true });
    cpSync(join(root, 'deploy'), join(context, 'deploy'), { recursive: true });
    const given = { SERVICE: service, VERSION: version, REVISION: revision, BASE: base, BUILD: base };
    const args = Object.entries(given).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
    const file = join(context, 'deploy/Dockerfile');
    run('buildah', [
      'bud',
      '--quiet',
      '--layers=false',
      ...timed(epoch),
      ...args,
      '-f',
      file,
      '-t',
      name,
      context,
    ]);
    return name;
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

/** Digest of the configuration: the same for the same layers and settings. */
export function digestOf(image) {
  return run('buildah', ['inspect', '--type', 'image', '--format', '{{.FromImageDigest}}', image]);
}

export function isThere() {
  return ['buildah', 'mmdebstrap'].every((command) =>
    ['/usr/bin', '/usr/local/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, command))),
  );
}
