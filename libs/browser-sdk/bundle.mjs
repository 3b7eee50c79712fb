// Bundles the SDK. The worker comes first, since its text is part of the library.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Old enough to be parsed where the SDK cannot run: isSupported() has to answer false, not to throw. */
const PROBE_TARGET = ['es2018'];
const TARGET = ['chrome124', 'safari16.4'];

/**
 * Names of members that never leave the bundle: neither public nor stored, sent or the browser's. Shortening them saves
 * more than code does.
 */
const INTERNAL = [
  'headerBytes timescale unlock pauseAfter progressed fork ticks reopen begin',
  'onHealth onEnd onPlayable onWait onSent onOpened onTime',
  'failure media record info api opened sent reached report',
  'beginSegment journal safe settle emit append flags segment',
  'takeStatus grantParts completeTake openTake openBody',
  'seq put run sets inBand isInHeader isInBand shiftMs sequence tracks source origin fields',
  'onDisk letGo tornBytes policy tuning',
].join(' ');
/** Those that are internal in one bundle only: the other's public members, or messages, have such names. */
const INTERNAL_IN = {
  client: [
    'description abandon isDestroyed expect move retreat client remove stream options running readRequest',
    'abandonTake end format',
  ].join(' '),
  room: [
    'firstSince noteSlow begunBytes begunAt sendEarly toDevice roundTripMs maxBytes isWanted expected',
    'onBroken onStarted onOnline onChange onProblem onMessage onClosed onFallback onLevel onSlow',
    'look onRenewed renew hasRecorder isEarly setScreen isUnanswered handOver remotePage configuration strain',
    'receive greet arrived tell told between within guess current level links alike apart pictures pcm observed',
  ].join(' '),
};
/** @param {'client' | 'room'} names */
const minify = (names) => ({
  compress: true,
  mangle: true,
  codegen: true,
  mangleProps: { include: new RegExp(`^(${`${INTERNAL} ${INTERNAL_IN[names]}`.replaceAll(' ', '|')})$`) },
});

/**
 * A second minifier, which folds what the bundler's own leaves; that one runs after it. Of what differs, each bundle has what makes
 * it shorter.
 * @param {'client' | 'room'} names
 */
const compress = (names) => ({
  name: 'compress',
  /**
   * @param {string} code
   * @param {unknown} _chunk
   * @param {{format: string}} output
   */
  renderChunk: (code, _chunk, { format }) =>
    swc.minify(code, {
      module: format === 'es',
      sourceMap: true,
      mangle: false,
      compress: {
        passes: 3,
        hoist_vars: names === 'client',
        sequences: names === 'client',
        // The bundler's own does these better.
        booleans: false,
        evaluate: names === 'room',
        conditionals: false,
        // Nothing makes instances of a function expression.
        unsafe_arrows: true,
        const_to_let: false,
        // The top level of a plain script is the page's.
        toplevel: format !== 'iife',
        ecma: 2022,
      },
      format: { ecma: 2022 },
    }),
});

/**
 * One file of the package. Resolves with its code; writes it to dist/ unless `write` is false.
 * @param {{entry: string, file: string, format: 'es' | 'cjs' | 'iife', target?: string[], define?: Record<string, string>, names?: 'client' | 'room', write: boolean}} options
 * @returns {Promise<string>}
 */
async function bundle({ entry, file, format, target = TARGET, define = {}, names = 'client', write }) {
  const results = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      target,
      write,
      emptyOutDir: false,
      minify: true,
      // By default Vite does not strip the white space of ES modules.
      // Annotations are for code that is bundled again; nothing here is left out by them.
      rolldownOptions: {
        plugins: target === TARGET ? [compress(names)] : [],
        optimization: { inlineConst: { mode: 'all' } },
        output: { minify: minify(names), comments: false },
      },
      sourcemap: write,
      lib: { entry: `src/${entry}`, name: 'Capture', formats: [format], fileName: () => file },
    },
  });
  if (!Array.isArray(results) || !results[0]) throw new Error(`${entry}: no output`);
  return results[0].output[0].code;
}

/** @param {{write: boolean}} options */
export async function bundleWorker({ write }) {
  const code = await bundle({ entry: 'storage.worker.ts', file: 'storage.worker.js', format: 'iife', write });
  return code.replace(/\n\/\/# sourceMappingURL.*\n?/, '');
}

/**
 * The whole SDK with its worker inside.
 * @param {{file: string, format: 'es' | 'cjs' | 'iife', worker: string, write: boolean}} options
 */
export async function bundleSdk({ worker, ...options }) {
  return bundle({ entry: 'index.ts', define: await definitions(worker), ...options });
}

/**
 * @param {string} worker
 * @returns {Promise<Record<string, string>>}
 */
async function definitions(worker) {
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  return { __STORAGE_WORKER__: JSON.stringify(worker), __SDK_VERSION__: JSON.stringify(version) };
}

/**
 * The rooms' entry: a bundle of its own, with the same worker inside.
 * @param {{file: string, format: 'es' | 'cjs', worker: string, write: boolean}} options
 */
export async function bundleRoom({ worker, ...options }) {
  return bundle({ entry: 'room.ts', define: await definitions(worker), names: 'room', ...options });
}

/** @param {{file: string, format: 'es' | 'cjs', write: boolean}} options */
export function bundleProbe(options) {
  return bundle({ entry: 'is-supported.ts', target: PROBE_TARGET, ...options });
}
