import type { TestProject } from 'vitest/node';
import { Product, type Credentials } from './product.js';

declare module 'vitest' {
  interface ProvidedContext {
    credentials: Credentials;
    dataDir: string;
  }
}

/** One running product for every suite that does not need to break it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await Product.start();
  project.provide('credentials', product.credentials);
  project.provide('dataDir', product.dataDir);
  return () => product.remove();
}
