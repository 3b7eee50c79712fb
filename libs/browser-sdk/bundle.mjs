// Builds dist/: the worker first, since its text is part of the library. Types come from `tsc -b`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

/** Old enough to be parsed where the SDK cannot run: isSupported() has to answer false, not to throw. */
const PROBE_TARGET = 'es2018';
const TARGET = ['chrome124', 'safari16.4'];

/** One bundle. */
async function bundle(entry, file, { target = TARGET, format = 'es', define = {}, write = true } = {}) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      target,
      write,
      emptyOutDir: false,
      minify: true,
      // Vite leaves the white space of ES modules alone unless told here.
      rolldownOptions: { output: { minify: true } },
      sourcemap: write,
      lib: { entry: `src/${entry}`, name: 'Capture', formats: [format], fileName: () => file },
    },
  });
  return output[0].code;
}

const worker = await bundle('storage.worker.ts', 'storage.worker.js', { format: 'iife' });
const define = { __STORAGE_WORKER__: JSON.stringify(worker), __SDK_VERSION__: JSON.stringify(version) };
await bundle('index.ts', 'index.js', { define });
await bundle('index.ts', 'index.cjs', { define, format: 'cjs' });
await bundle('index.ts', 'capture.iife.js', { define, format: 'iife' });
await bundle('is-supported.ts', 'is-supported.js', { target: PROBE_TARGET });
await bundle('is-supported.ts', 'is-supported.cjs', { target: PROBE_TARGET, format: 'cjs' });
