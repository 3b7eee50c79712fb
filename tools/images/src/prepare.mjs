// Lays out what the image of a service holds. Usage: node tools/images/src/prepare.mjs SERVICE TARGET
//   dist                         the service with the packages that it imports, in a few files
//   prisma                       its migrations
//   node_modules                 what a bundle cannot hold: packages with threads, native code, files to serve; migrations of libraries
//   command.mjs                  what the image runs: serve, migrate, health
//   sbom.cdx.json                the bill of materials: every package that is installed in production
//   web, docs                    of the gateway alone: the web build, the OpenAPI documents and the pages of error codes
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from '../../bootstrap/build.mjs';
import { ensureInstalled, root, runTool } from '../../bootstrap/install.mjs';
import { bundleService, removeBundled } from './contents.mjs';
import { prune } from './prune.mjs';
import { sbomOf } from './sbom.mjs';

const DOCS = ['docs/api', 'docs/errors'];

/** Flat modules: the folders of pnpm's own layout are named after the place of the checkout. */
export function install(service, target, from = root) {
  const args = [
    '--config.node-linker=hoisted',
    // Patches of packages that other projects use.
    '--config.allow-unused-patches=true',
    `--filter=@capture/${service}`,
    'deploy',
    '--legacy',
    '--prod',
  ];
  runTool('pnpm', [...args, '--reporter=silent', target], { cwd: relative(root, from) });
}

/** What the image of a service holds besides the service and its modules. */
export function addFiles(service, target, from = root) {
  cpSync(join(from, 'deploy/command.mjs'), join(target, 'command.mjs'));
  if (service !== 'gateway') return;
  cpSync(join(from, 'apps/web/dist'), join(target, 'web'), { recursive: true });
  for (const folder of DOCS) cpSync(join(from, folder), join(target, folder), { recursive: true });
}

export async function prepare(service, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, '..'), { recursive: true });
  install(service, target);
  const sbom = sbomOf(target, join(root, 'pnpm-lock.yaml'));
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  removeBundled(target);
  prune(target);
  await bundleService(service, target);
  addFiles(service, target);
}

if (process.argv[1] === join(root, 'tools/images/src/prepare.mjs')) {
  const [, , service, target] = process.argv;
  ensureInstalled();
  build();
  await prepare(service, target);
}
