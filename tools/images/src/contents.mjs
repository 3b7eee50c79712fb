// The code of an image: the service in a few files, and beside them the packages whose files a process finds by their place.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { APART, bundle } from '../../bundles/src/bundle.mjs';
import { root } from '../../bootstrap/install.mjs';

/** Those of bundles, the renderer of the API's documents. */
const KEPT = [...APART, 'swagger-ui-dist'];

/** What of a compiled service is started by its name: the process, the migration, and threads. */
function entriesOf(compiled) {
  const files = readdirSync(compiled, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const started = files.filter((file) => /^(main|migrate)\.js$|\.thread\.js$/.test(file));
  return Object.fromEntries(started.map((file) => [file.slice(0, -'.js'.length), join(compiled, file)]));
}

/** Writes the bundle of the service that is compiled below `from` to `dist` in `target`, for the layout of an image. */
export async function bundleService(service, target, from = root) {
  const app = join(from, 'apps', service);
  const placeOf = (file) => {
    const [group, name, ...path] = relative(from, file).split(/[\\/]/);
    return group === 'libs' ? join(target, 'node_modules/@capture', name, ...path) : join(target, ...path);
  };
  await bundle(entriesOf(join(app, 'dist')), join(target, 'dist'), { placeOf, importOf: (name) => name });
}

/** Packages below a node_modules, without those that others of them have for themselves. */
function packagesOf(modules) {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

/** Removes from `node_modules` in `app` what is part of the bundle: all but the packages that stay apart and what those import. */
export function removeBundled(app) {
  const modules = join(app, 'node_modules');
  const kept = new Set();
  const keep = (name) => {
    const manifest = join(modules, name, 'package.json');
    if (kept.has(name) || !existsSync(manifest)) return;
    kept.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    Object.keys({ ...dependencies, ...optionalDependencies }).forEach(keep);
  };
  KEPT.forEach(keep);
  for (const name of packagesOf(modules)) {
    // Of our libraries, the code is in the bundle, and what lies beside it, such as migrations, is not.
    if (name.startsWith('@capture/')) rmSync(join(modules, name, 'dist'), { recursive: true, force: true });
    else if (!kept.has(name)) rmSync(join(modules, name), { recursive: true, force: true });
  }
}
