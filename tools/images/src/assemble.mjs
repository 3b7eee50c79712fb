// The files of all images as layers that a test lays over each other: the base, the packages of all services in one install, and
// what is built of each service. The first two are kept between runs and clones, by what they are made from.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root } from '../../bootstrap/install.mjs';
import { layOutBase, PACKAGES } from './buildah.mjs';
import { runConfig } from './dockerfile.mjs';
import { bundleService, removeBundled } from './contents.mjs';
import { addFiles, install } from './prepare.mjs';
import { prune } from './prune.mjs';

/** Layers that no run has used for so long make room. */
const KEPT_MS = 14 * 86_400_000;
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'capture', 'images');

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/** The folder of what `make` lays out; made once for the same parts, and whole or not at all. */
function kept(name, parts, make) {
  const folder = join(CACHE, `${name}-${hashOf(...parts)}`);
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    make(partial);
    // Another run may have been faster.
    if (existsSync(folder)) rmSync(partial, { recursive: true, force: true });
    else renameSync(partial, folder);
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}

function removeUnused() {
  for (const entry of readdirSync(CACHE)) {
    const folder = join(CACHE, entry);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function base() {
  const node = process.versions.node;
  return kept('base', [PACKAGES, node, pinnedNode() === process.execPath ? 'own' : 'pinned'], (folder) => {
    layOutBase(join(folder, 'root'), 0);
    // Owned by the user of the process, as the Dockerfile has it.
    mkdirSync(join(folder, 'root/var/lib/capture/store'), { recursive: true });
  });
}

const manifests = (from) =>
  ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(from, kind)).map((name) => readFileSync(join(from, kind, name, 'package.json'))),
  );

/** Packages of all services: those of the one project that composes them all. */
function modules(from) {
  const lockfile = readFileSync(join(from, 'pnpm-lock.yaml'));
  const choice = ['prune.mjs', 'contents.mjs'].map((name) =>
    readFileSync(join(root, 'tools/images/src', name)),
  );
  return kept('modules', [lockfile, ...choice, ...manifests(from)], (folder) => {
    install('standalone', join(folder, 'app'), from);
    const installed = join(folder, 'app/node_modules');
    removeBundled(join(folder, 'app'));
    prune(join(folder, 'app'));
    for (const entry of readdirSync(join(folder, 'app')))
      if (entry !== 'node_modules') rmSync(join(folder, 'app', entry), { recursive: true, force: true });
    rmSync(join(installed, '@capture'), { recursive: true, force: true });
  });
}

/** What a package of ours ships beside its code, by the `files` of its manifest. */
function copyPackage(source, target) {
  const { files = [] } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  mkdirSync(target, { recursive: true });
  cpSync(join(source, 'package.json'), join(target, 'package.json'));
  for (const file of files.filter((one) => !one.startsWith('!') && one !== 'dist'))
    cpSync(join(source, file), join(target, file), { recursive: true });
}

function ours(from, folder) {
  const libraries = join(folder, 'app/node_modules/@capture');
  for (const name of readdirSync(join(from, 'libs'))) {
    const {
      private: unpublished,
      files,
      name: full,
    } = JSON.parse(readFileSync(join(from, 'libs', name, 'package.json'), 'utf8'));
    if (files !== undefined && unpublished && full.startsWith('@capture/'))
      copyPackage(join(from, 'libs', name), join(libraries, full.slice('@capture/'.length)));
  }
}

/**
 * Lays out the images of these services as they are built below `from`.
 * @returns for each its layers, the topmost first, and its configuration
 */
export async function assemble(services, target, from = root) {
  mkdirSync(CACHE, { recursive: true });
  const shared = [modules(from), join(base(), 'root')];
  removeUnused();
  rmSync(target, { recursive: true, force: true });
  ours(from, join(target, 'libraries'));
  const config = runConfig(readFileSync(join(from, 'deploy/Dockerfile'), 'utf8'));
  const images = [];
  for (const service of services) {
    const own = join(target, service);
    copyPackage(join(from, 'apps', service), join(own, 'app'));
    await bundleService(service, join(own, 'app'), from);
    addFiles(service, join(own, 'app'), from);
    images.push({ service, layers: [own, join(target, 'libraries'), ...shared], config });
  }
  return images;
}

if (process.argv[1] === join(root, 'tools/images/src/assemble.mjs')) {
  const [, , target, from, ...services] = process.argv;
  const images = await assemble(services, target, from);
  writeFileSync(join(target, 'images.json'), JSON.stringify(images));
}
