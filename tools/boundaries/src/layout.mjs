// Checks that a reader finds things where their names say. Usage: node tools/boundaries/src/layout.mjs [root]
//   - a folder of sources holds at most 15 files
//   - at the root of an app's sources lie its entry points, and nothing of a subject
//   - the tree in docs/architecture.md names every folder of sources, with a line about it, and no other
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MOST_FILES = 15;
const SERVICE = /^apps\/(accounts|capture-requests|sessions|recordings|webhooks|gateway)\/src$/;
const ROOT_FILES = new Set([
  'main.ts',
  'app.module.ts',
  'config.ts',
  'config.test.ts',
  'migrate.ts',
  'migrations.ts',
  'index.ts',
]);
const SKIPPED = new Set(['node_modules', 'dist', 'generated', '.nx']);
const TREE = /<!-- folders -->\s*```text\n([\s\S]*?)```/;

/** `[{folder, files}]` of everything below `path` that holds sources. */
function foldersBelow(root, path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const below = entries
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .flatMap((entry) => foldersBelow(root, `${path}/${entry.name}`));
  return [{ folder: path, files }, ...below];
}

/** Folders of sources and tests: those of every app and library, and the tools. */
function sourceFolders(root) {
  const projects = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) =>
      ['src', 'test'].map((kind) => `${group}/${name}/${kind}`).filter((path) => exists(root, path)),
    ),
  );
  const tools = readdirSync(join(root, 'tools')).map((name) => `tools/${name}`);
  return [...projects, ...tools].flatMap((path) => foldersBelow(root, path));
}

function exists(root, path) {
  try {
    return readdirSync(join(root, path)).length > 0;
  } catch {
    return false;
  }
}

/** `folder  what it is about`, one a line. */
function documented(root) {
  const [, tree = ''] = TREE.exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8')) ?? [];
  const lines = tree.split('\n').filter((line) => line.trim() !== '');
  return new Map(lines.map((line) => [line.split(/\s/, 1)[0] ?? '', line.replace(/^\S+\s*/, '')]));
}

/** Folders that the tree names: the subjects of apps and libraries, and the tools; not those of tests. */
function named({ folder }) {
  return /^(apps|libs)\/[^/]+\/src\/.+|^tools\/[^/]+$/.test(folder);
}

/** What is not where it belongs, as sentences. */
export function misplaced(root) {
  const folders = sourceFolders(root);
  const tree = documented(root);
  const wanted = new Set(folders.filter(named).map(({ folder }) => folder));
  return [
    ...folders
      .filter(({ files }) => files.length > MOST_FILES)
      .map(
        ({ folder, files }) =>
          `${folder} has ${files.length} files: cut it by subject (at most ${MOST_FILES})`,
      ),
    ...folders
      .filter(({ folder }) => SERVICE.test(folder))
      .flatMap(({ folder, files }) =>
        files.filter((file) => !ROOT_FILES.has(file)).map((file) => `${folder}/${file}`),
      )
      .map((path) => `${path} lies beside the entry points: move it to its subject`),
    ...[...wanted]
      .filter((folder) => !tree.get(folder))
      .map((folder) => `${folder} has no line in the tree of docs/architecture.md`),
    ...[...tree.keys()]
      .filter((folder) => !wanted.has(folder))
      .map((folder) => `docs/architecture.md names ${folder}, which is not there`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = misplaced(process.argv[2] ?? process.cwd());
  for (const sentence of found) console.error(sentence);
  process.exit(found.length > 0 ? 1 : 0);
}
