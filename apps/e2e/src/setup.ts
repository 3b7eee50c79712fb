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
  const product = await Product.start();
  project.provide('credentials', product.credentials);
  project.provide('dataDir', product.dataDir);
  return () => product.remove();
}
