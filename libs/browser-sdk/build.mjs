// Writes dist/: ESM, CommonJS and a script for plain pages. Types come from `tsc -b`.
import { fileURLToPath } from 'node:url';
import { bundleProbe, bundleRoom, bundleSdk, bundleWorker } from './bundle.mjs';
import { writeCommonTypes } from './common-types.mjs';

const worker = await bundleWorker({ write: true });
await bundleSdk({ file: 'index.js', format: 'es', worker, write: true });
await bundleSdk({ file: 'index.cjs', format: 'cjs', worker, write: true });
await bundleSdk({ file: 'capture.iife.js', format: 'iife', worker, write: true });
await bundleRoom({ file: 'room.js', format: 'es', worker, write: true });
await bundleRoom({ file: 'room.cjs', format: 'cjs', worker, write: true });
await bundleProbe({ file: 'is-supported.js', format: 'es', write: true });
await bundleProbe({ file: 'is-supported.cjs', format: 'cjs', write: true });
await writeCommonTypes(fileURLToPath(new URL('dist', import.meta.url)));
