import type { TestProject } from 'vitest/node';
import { Product } from './harness/processes/product.js';

/** Starts an instance for each worker, for the test files that do not need their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const products: Product[] = [];
  for (let worker = 0; worker < project.config.maxWorkers; worker += 1)
    products.push(
      await Product.start({
        // Tests guess credentials on purpose, all from one address; how that is braked is tested on instances of its own.
        CAPTURE_BUDGET_FAILURES: '100000',
        // The first one builds what all of them run.
        ...(worker === 0 && { CAPTURE_SKIP_BUILD: '' }),
      }),
    );
  project.provide(
    'products',
    products.map(({ credentials, dataDir }) => ({ credentials, dataDir })),
  );
  return async () => void (await Promise.all(products.map((product) => product.remove())));
}
