// The bill of materials of an image: every package that is installed, with the hash that the lockfile pins it by.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Folders of all packages below a node_modules, nested ones too. */
function packageFolders(modules) {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const folder = join(modules, name);
      if (name.startsWith('@')) return readdirSync(folder).map((inner) => join(folder, inner));
      return [folder];
    })
    .flatMap((folder) => [folder, ...packageFolders(join(folder, 'node_modules'))]);
}

/** SHA-512 in hex out of an integrity such as `sha512-…` in base64. */
function hashOf(integrity = '') {
  const [algorithm, base64] = integrity.split('-');
  return algorithm === 'sha512' ? Buffer.from(base64, 'base64').toString('hex') : undefined;
}

function component({ name, version, license }, pinned) {
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope ? `${scope.replace('@', '%40')}/` : ''}${own}@${version}`;
  const hash = hashOf(pinned);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: own,
    version,
    purl,
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
  };
}

/** CycloneDX, the same for the same packages: its serial number is made from what it lists. */
export function sbomOf(app, lockfile) {
  const { packages = {} } = parse(readFileSync(lockfile, 'utf8'));
  const own = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
  const found = packageFolders(join(app, 'node_modules'))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    .filter(({ name, version }) => name !== undefined && version !== undefined);
  const components = new Map(
    found.map((manifest) => {
      const id = `${manifest.name}@${manifest.version}`;
      return [id, component(manifest, packages[id]?.resolution?.integrity)];
    }),
  );
  const sorted = [...components.keys()].sort().map((id) => components.get(id));
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: 'application', name: own.name, version: own.version } },
    components: sorted,
  };
}
