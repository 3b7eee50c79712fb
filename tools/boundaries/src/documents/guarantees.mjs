// Checks that every path in docs/guarantees.md leads somewhere: a promise whose test is gone is none.
// Usage: node tools/boundaries/src/documents/guarantees.mjs [root]
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Code spans that begin with a folder of ours, or with … for one. */
const PATHS = /`((?:apps|libs|tools|…)\/[^\s`]+)`/g;

/** `a/{b,c}` as the paths that it stands for. */
function expanded(path) {
  const [whole, inner] = /\{([^{}]*)\}/.exec(path) ?? [];
  if (whole === undefined) return [path];
  return inner.split(',').flatMap((each) => expanded(path.replace(whole, each)));
}

/** What the page names and is not there, as sentences. */
export function missingTests(root) {
  const page = readFileSync(join(root, 'docs/guarantees.md'), 'utf8');
  const named = new Set([...page.matchAll(PATHS)].flatMap(([, path]) => expanded(path)));
  return [...named]
    .filter((path) => globSync(path, { cwd: root }).length === 0)
    .map((path) => `docs/guarantees.md names ${path}, which is not there`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = missingTests(process.argv[2] ?? process.cwd());
  for (const sentence of found) console.error(sentence);
  process.exit(found.length > 0 ? 1 : 0);
}
