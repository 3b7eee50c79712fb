// Joins the compiled files of processes with the packages that they import (docs/adr/0077-processes-in-few-files.md).
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Packages that stay apart: they start threads from files of their own, or load native code that lies beside them. */
export const APART = ['piscina', 'sharp'];

/** Transports that Nest looks for while it runs, where they are used. */
const UNUSED = [
  '@grpc/grpc-js',
  '@nats-io/transport-node',
  'amqp-connection-manager',
  'amqplib',
  'kafkajs',
  'mqtt',
];

const PACKAGES = /[\\/]node_modules[\\/]/;

/** Reads what the compiler says about each of our files, so that the maps of bundles lead to what was written. */
const withOurMaps = {
  name: 'maps',
  load: {
    filter: { id: { include: /\.js$/, exclude: PACKAGES } },
    handler(file) {
      const code = readFileSync(file, 'utf8');
      const [, map] = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(code) ?? [];
      return map === undefined ? undefined : { code, map: readFileSync(join(file, '..', map), 'utf8') };
    },
  },
};

/** Our files find others, such as migrations and threads, by their own place: in a bundle it is still the place they came from. */
const withPlaces = (folder, placeOf) => ({
  name: 'places',
  transform: {
    filter: { id: { exclude: [PACKAGES, /^\0/] }, code: /import\.meta\.(url|dirname|filename)/ },
    handler(code, file) {
      if (/import\.meta\.(dirname|filename)/.test(code))
        throw new Error(
          `a bundle cannot be made: ${file} finds its place by something else than import.meta.url`,
        );
      const place = relative(folder, placeOf(file)).replaceAll('\\', '/');
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', url), map: null };
    },
  },
});

const REQUIRE = /^(?:const|var|let) require = createRequire\(import\.meta\.url\);$/m;
const SEARCH = /^(?!\s*\*).*createRequire\(import\.meta\.url\)\(['"]([^'"]+)['"]\)/gm;

/**
 * ES modules of packages require others by a function that they, or the bundler that they were made with, created: here these
 * are imports like all others. Beside a bundle there would be nothing to find.
 */
const withRequired = {
  name: 'required',
  transform: {
    filter: { id: PACKAGES, code: /\b__require\("|createRequire\(import\.meta\.url\)/ },
    handler(code, file) {
      for (const [, name] of code.matchAll(SEARCH))
        if (!isBuiltin(name) && !UNUSED.includes(name))
          throw new Error(`a bundle cannot be made: ${file} would look for ${name} while it runs`);
      return { code: code.replaceAll(/\b__require\((?=")/g, 'require(').replace(REQUIRE, ''), map: null };
    },
  },
};

/** Loads the whole of Node's own fetch when it is read. */
const FETCHING = ['CloseEvent', 'MessageEvent', 'WebSocket'];
const HTTP = '\0http';

/**
 * What imports `node:http` gets the module without its WebSocket. Node reads every name of a built-in module for the first import of
 * it, and with that one loads its own fetch, which no process needs: 13 MB and a twentieth of a start.
 */
const withPlainHttp = {
  name: 'plain http',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_name, _importer, { kind }) => (kind === 'import-statement' ? HTTP : undefined),
  },
  load: {
    filter: { id: new RegExp(`^${HTTP}$`) },
    handler() {
      const names = Object.keys(http).filter((name) => !FETCHING.includes(name));
      return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
    },
  },
};

const withApart = (importOf) => ({
  name: 'apart',
  resolveId: {
    filter: { id: new RegExp(`^(${APART.join('|')})$`) },
    async handler(name, importer) {
      const found = await this.resolve(name, importer, { skipSelf: true });
      return { id: importOf(name, found.id), external: true };
    },
  },
});

/** Packages name others that are loaded only where they are used, such as every transport that Nest has. */
function onLog(_level, { code, id = '', message }) {
  if (code === 'UNRESOLVED_IMPORT' && PACKAGES.test(id)) return;
  throw new Error(`a bundle cannot be made: ${message}`);
}

/**
 * Writes a file for each entry into `folder`, and beside them what several of them share.
 * @param {Record<string, string>} entries compiled main file of each process, by the name of its bundle
 * @param {string} folder absolute path
 * @param {object} [layout] of what lies around the bundle
 * @param {(file: string) => string} [layout.placeOf] where a compiled file of ours would lie; by default where it does
 * @param {(name: string, file: string) => string} [layout.importOf] what a package that stays apart is imported by; by default its file
 * @returns {Promise<string[]>} names of the written files
 */
export async function bundle(entries, folder, layout = {}) {
  const { placeOf = (file) => file, importOf = (_name, file) => relativeUrl(folder, file) } = layout;
  const build = await rolldown({
    input: entries,
    platform: 'node',
    onLog,
    plugins: [withOurMaps, withPlaces(folder, placeOf), withRequired, withPlainHttp, withApart(importOf)],
  });
  try {
    const { output } = await build.write({
      dir: folder,
      format: 'esm',
      // Nest, its logger and our errors tell classes by their names.
      keepNames: true,
      // V8 keeps the text of what it runs: two bytes a character in a file where one character of millions is no Latin-1.
      charset: 'ascii',
      comments: { jsdoc: false, annotation: false },
      sourcemap: true,
      sourcemapExcludeSources: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    });
    return output.map(({ fileName }) => fileName);
  } finally {
    await build.close();
  }
}

function relativeUrl(folder, file) {
  const from = pathToFileURL(`${folder}/`).pathname;
  return relative(from, pathToFileURL(file).pathname).replaceAll('\\', '/');
}
