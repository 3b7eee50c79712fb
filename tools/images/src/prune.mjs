// Takes out of the packages beside a bundle what no process reads: types, maps, sources, texts.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Paths below node_modules, with their end: what one of these matches goes. */
const DEAD_WEIGHT = [
  /\.map$/,
  /\.[cm]?tsx?$/,
  /(^|\/)(README|CHANGELOG|HISTORY|CONTRIBUTING|SECURITY|UPGRADING)[^/]*\.(md|markdown|txt)$/i,
  /(^|\/)(tsconfig[^/]*\.json|\.eslintrc[^/]*|\.editorconfig|\.prettierrc[^/]*|\.tsbuildinfo)$/,
  /^[^@][^/]*\/(tests?|__tests__|examples?|benchmarks?|docs)\//,
  /^@[^/]+\/[^/]+\/(tests?|__tests__|examples?|benchmarks?)\//,
];

/** A package may have packages of its own: what goes of them is the same. */
export function isDeadWeight(path) {
  const ownPath = path.split('/node_modules/').at(-1);
  return DEAD_WEIGHT.some((pattern) => pattern.test(ownPath));
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

/** Bytes of all files below `folder`. */
export function sizeOf(folder) {
  return filesBelow(folder).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

export function prune(app) {
  const modules = join(app, 'node_modules');
  for (const path of filesBelow(modules)) if (isDeadWeight(relative(modules, path))) rmSync(path);
  removeEmpty(modules);
}
