import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from './bundle.mjs';

const run = promisify(execFile);
let root: string;

/** Files of a project, by their paths. */
const FILES = {
  'app/main.js': `
    import { place } from 'library';
    import { Twice } from './first/twice.js';
    import { Twice as Other } from './second/twice.js';
    console.log(JSON.stringify({ place, names: [Twice.name, Other.name], apart: (await import('piscina')).apart }));
    if (process.argv[2] === 'fail') Twice.fail();`,
  'app/first/twice.js': `export class Twice {
  static fail() {
    throw new Error('failed');
  }
}
//# sourceMappingURL=twice.js.map`,
  // Line 3 is line 31 of what was written.
  'app/first/twice.js.map': JSON.stringify({
    version: 3,
    sources: ['src/twice.ts'],
    names: [],
    mappings: ';;IA8BM',
  }),
  'app/second/twice.js': 'export class Twice {}',
  'app/node_modules/piscina/package.json': '{"name":"piscina","type":"module","exports":"./index.js"}',
  'app/node_modules/piscina/index.js': 'export const apart = import.meta.url;',
  'app/package.json': '{"type":"module"}',
  'library/index.js': 'export const place = new URL("./data.json", import.meta.url).href;',
  'library/package.json': '{"name":"library","type":"module","exports":"./index.js"}',
};

const entries = (): Record<string, string> => ({ process: join(root, 'app/main.js') });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'capture-bundle-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  // As in a workspace, where a library of ours is a link to its folder.
  await symlink(join(root, 'library'), join(root, 'app/node_modules/library'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function said(folder: string): Promise<unknown> {
  return JSON.parse((await run(process.execPath, [join(folder, 'process.js')])).stdout);
}

it('files find their neighbours as before, classes keep their names, and packages with threads stay where they are', async () => {
  const folder = join(root, 'dist/processes');
  expect(await bundle(entries(), folder)).toContain('process.js');
  expect(await said(folder)).toEqual({
    place: `file://${root}/library/data.json`,
    names: ['Twice', 'Twice'],
    apart: `file://${root}/app/node_modules/piscina/index.js`,
  });
});

it('in an image, neighbours are looked for where the image has them, and packages that stay apart by their name', async () => {
  const image = join(root, 'image');
  const placeOf = (file: string): string => join(image, 'node_modules', relative(root, file));
  await bundle(entries(), join(image, 'dist'), { placeOf, importOf: (name) => name });
  await mkdir(join(image, 'node_modules'));
  await cp(join(root, 'app/node_modules/piscina'), join(image, 'node_modules/piscina'), { recursive: true });
  expect(await said(join(image, 'dist'))).toMatchObject({
    place: `file://${image}/node_modules/library/data.json`,
    apart: `file://${image}/node_modules/piscina/index.js`,
  });
});

it('stack traces lead to what was written, by the maps of the compiler', async () => {
  const folder = join(root, 'dist/traced');
  await bundle(entries(), folder);
  const failing = run(process.execPath, ['--enable-source-maps', join(folder, 'process.js'), 'fail']);
  await expect(failing).rejects.toThrow(/app\/first\/src\/twice\.ts:31:7/);
});

it('a file of ours that finds its place in another way is no bundle: it would find that of the bundle', async () => {
  const placed = join(root, 'app/placed.js');
  await writeFile(placed, 'console.log(import.meta.dirname);');
  await expect(bundle({ placed }, join(root, 'dist/placed'))).rejects.toThrow(
    'something else than import.meta.url',
  );
});

it('an import of ours that leads nowhere is no bundle', async () => {
  const broken = join(root, 'app/broken.js');
  await writeFile(broken, "await import('nowhere');");
  await expect(bundle({ broken }, join(root, 'dist/broken'))).rejects.toThrow("Could not resolve 'nowhere'");
});

it('what imports node:http gets its names, without the fetch that Node would load with its WebSocket', async () => {
  const server = join(root, 'app/server.js');
  await writeFile(
    server,
    `import http, { createServer, METHODS } from 'node:http';
const loaded = process.moduleLoadList.filter((name) => name.includes('undici'));
console.log(JSON.stringify([typeof createServer, http.METHODS === METHODS, loaded]));`,
  );
  const folder = join(root, 'dist/http');
  await bundle({ process: server }, folder);
  expect(await said(folder)).toEqual(['function', true, []]);

  await writeFile(server, "import { WebSocket } from 'node:http';\nconsole.log(WebSocket);");
  await expect(bundle({ server }, folder)).rejects.toThrow('WebSocket');
});

it('is ASCII, of which V8 keeps one byte a character, and says what was written', async () => {
  const texts = join(root, 'app/texts.js');
  const written = ['…', '🦀', 'é', '\\…'];
  await writeFile(
    texts,
    `/** A crab: 🦀 */\nconsole.log(JSON.stringify([...${JSON.stringify(written)}, \`—\`, /[…🦀]/u.test('🦀')]));`,
  );
  const folder = join(root, 'dist/texts');
  await bundle({ process: texts }, folder);
  expect(await readFile(join(folder, 'process.js'), 'utf8')).toMatch(/^[\0-\x7f]*$/);
  expect(await said(folder)).toEqual([...written, '—', true]);
});

it('what a package requires by a function of its own is part of the bundle, or there is none', async () => {
  const looks = join(root, 'app/node_modules/looks');
  await mkdir(looks, { recursive: true });
  const manifest = { name: 'looks', type: 'module', exports: './index.js' };
  await writeFile(join(looks, 'package.json'), JSON.stringify(manifest));
  await mkdir(join(root, 'app/node_modules/found'), { recursive: true });
  await writeFile(join(root, 'app/node_modules/found/index.js'), "module.exports = 'found';");
  const process = join(root, 'app/looking.js');
  await writeFile(process, "import { look } from 'looks';\nconsole.log(JSON.stringify(look()));");
  const importing = "import { createRequire } from 'node:module';\n";

  await writeFile(
    join(looks, 'index.js'),
    `${importing}const require = createRequire(import.meta.url);\nexport const look = () => require('found');`,
  );
  const elsewhere = await mkdtemp(join(tmpdir(), 'capture-bundled-'));
  await bundle({ process }, elsewhere);
  await writeFile(join(elsewhere, 'package.json'), '{"type":"module"}');
  expect(await said(elsewhere)).toBe('found');
  await rm(elsewhere, { recursive: true });

  const inline = "export const look = () => createRequire(import.meta.url)('found');";
  await writeFile(join(looks, 'index.js'), `${importing}${inline}`);
  await expect(bundle({ process }, join(root, 'dist/looking'))).rejects.toThrow(
    'would look for found while it runs',
  );
});
