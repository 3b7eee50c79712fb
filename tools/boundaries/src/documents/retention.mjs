// Checks that docs/guides/retention.md tells of every table how long its rows live. Usage: node tools/boundaries/src/documents/retention.mjs [root]
//   - each table that migrations make has one line, under its owner, and each line a table
//   - a job that a line names (`TakeJobs.removeExpired`) is one of its owner: a method that is marked with @Every
//   - a setting that a line names is one of its owner, and the days or hours beside it are its default
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PAGE = 'docs/guides/retention.md';
/** Who owns the tables that libraries bring along. */
const EVERY = 'every service';
const LIBRARIES = ['libs/persistence', 'libs/outbox'];
const CHANGE = /\b(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?"?(\w+)"?/gi;
const JOB = /`(\w+Jobs)\.(\w+)`/g;
const SETTING = /`(CAPTURE_\w+)` \(([\d,]+)\)/g;

function read(root, path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Tables that are there after all migrations of a project. */
function tablesOf(root, project) {
  const folder = `${project}/prisma/migrations`;
  if (!existsSync(join(root, folder))) return new Set();
  const tables = new Set();
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = `${folder}/${name}/migration.sql`;
    if (!existsSync(join(root, path))) continue;
    for (const [, verb, table] of read(root, path).matchAll(CHANGE))
      if (verb.toUpperCase() === 'CREATE') tables.add(table);
      else tables.delete(table);
  }
  return tables;
}

/** `[{table, owner}]`: an older service made the tables of the libraries itself. */
function realTables(root) {
  const shared = new Set(LIBRARIES.flatMap((library) => [...tablesOf(root, library)]));
  const own = readdirSync(join(root, 'apps')).flatMap((owner) =>
    [...tablesOf(root, `apps/${owner}`)]
      .filter((table) => !shared.has(table))
      .map((table) => ({ table, owner })),
  );
  return [...[...shared].map((table) => ({ table, owner: EVERY })), ...own];
}

/** Lines of the page's table: `{table, owner, kept, text}`. */
function statedLines(root) {
  return read(root, PAGE)
    .split('\n')
    .map((text) => ({ text, cells: text.split('|').map((cell) => cell.trim()) }))
    .filter(({ cells }) => /^`\w+`$/.test(cells[1] ?? ''))
    .map(({ text, cells: [, table = '', owner = '', kept = ''] }) => ({
      table: table.slice(1, -1),
      owner,
      kept,
      text,
    }));
}

function sourcesBelow(root, path) {
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sourcesBelow(root, below);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [read(root, below)] : [];
  });
}

/** Source texts in which an owner's jobs and settings are; those of libraries are every service's. */
function sourcesOf(root, owner) {
  const projects = owner === EVERY ? LIBRARIES : [`apps/${owner}`, ...LIBRARIES];
  return projects
    .filter((path) => existsSync(join(root, path, 'src')))
    .flatMap((path) => sourcesBelow(root, `${path}/src`));
}

function isJob(sources, type, method) {
  const marked = new RegExp(String.raw`@Every\([^\n]*\)\s+(async )?${method}\(`);
  return sources.some((text) => text.includes(`class ${type} `) && marked.test(text));
}

function defaultOf(sources, setting) {
  const value = new RegExp(String.raw`\b${setting}: number = ([^;]+);`);
  return sources.map((text) => value.exec(text)?.[1]).find((text) => text !== undefined);
}

/** What is wrong with one line. */
function faultsOf(root, { table, owner, kept, text }) {
  const sources = sourcesOf(root, owner);
  const of = `${PAGE}: ${table} of ${owner}`;
  return [
    ...(kept === '' ? [`${of} has no time`] : []),
    ...[...text.matchAll(JOB)]
      .filter(([, type, method]) => !isJob(sources, type, method))
      .map(([, type, method]) => `${of} names ${type}.${method}, which is no job of it`),
    ...[...text.matchAll(SETTING)]
      .filter(([, setting, value]) => defaultOf(sources, setting) !== value.replaceAll(',', '_'))
      .map(([, setting, value]) => `${of} gives ${setting} as ${value}, which is not its default`),
  ];
}

/** What the page leaves out, or says and is not so, as sentences. */
export function unstated(root) {
  const key = ({ table, owner }) => `${table} of ${owner}`;
  const real = new Set(realTables(root).map(key));
  const lines = statedLines(root);
  const stated = lines.map(key);
  return [
    ...[...real]
      .filter((one) => !stated.includes(one))
      .map((one) => `${PAGE} does not tell how long rows of ${one} live`),
    ...stated.filter((one) => !real.has(one)).map((one) => `${PAGE} names ${one}, which is not there`),
    ...stated
      .filter((one, index) => stated.indexOf(one) !== index)
      .map((one) => `${PAGE} has more than one line for ${one}`),
    ...lines.filter((line) => real.has(key(line))).flatMap((line) => faultsOf(root, line)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = unstated(process.argv[2] ?? process.cwd());
  for (const sentence of found) console.error(sentence);
  process.exit(found.length > 0 ? 1 : 0);
}
