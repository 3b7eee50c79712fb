import type { TestProject } from 'vitest/node';
import { Product, type Credentials } from './harness/processes/product.js';

declare module 'vitest' {
  interface ProvidedContext {
    credentials: Credentials;
    dataDir: string;
  }
}

/** Starts one instance for every test file that does not need its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests guess credentials on purpose, all from one address; how that is braked is tested on instances of its own.
  const product = await Product.start({ CAPTURE_BUDGET_FAILURES: '100000' });
  project.provide('credentials', product.credentials);
  project.provide('dataDir', product.dataDir);
  return () => product.remove();
}
