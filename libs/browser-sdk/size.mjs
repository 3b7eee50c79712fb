// Fails when the SDK, its worker included, no longer fits its budget.
import { gzipSync } from 'node:zlib';
import { bundleProbe, bundleRoom, bundleSdk, bundleWorker } from './bundle.mjs';

const worker = await bundleWorker({ write: false });
const sizes = [
  {
    name: 'the SDK with its worker',
    budget: 12_000,
    code: await bundleSdk({ file: 'index.js', format: 'es', worker, write: false }),
  },
  {
    name: '/room with its worker',
    budget: 20 * 1024,
    code: await bundleRoom({ file: 'room.js', format: 'es', worker, write: false }),
  },
  {
    name: '/is-supported',
    budget: 600,
    code: await bundleProbe({ file: 'is-supported.js', format: 'es', write: false }),
  },
];

for (const { name, budget, code } of sizes) {
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`${name}: ${bytes} of ${budget} bytes (min+gzip)`);
  if (bytes > budget) process.exitCode = 1;
}
