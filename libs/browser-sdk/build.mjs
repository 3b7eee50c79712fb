// Writes dist/: ESM, CommonJS and a script for plain pages. Types come from `tsc -b`.
import { bundleProbe, bundleSdk, bundleWorker } from './bundle.mjs';

const worker = await bundleWorker({ write: true });
await bundleSdk({ file: 'index.js', format: 'es', worker, write: true });
await bundleSdk({ file: 'index.cjs', format: 'cjs', worker, write: true });
await bundleSdk({ file: 'capture.iife.js', format: 'iife', worker, write: true });
await bundleProbe({ file: 'is-supported.js', format: 'es', write: true });
await bundleProbe({ file: 'is-supported.cjs', format: 'cjs', write: true });
