import { inject } from 'vitest';
import type { Credentials } from './product.js';

/** Where to find an instance that test files share. */
export interface SharedProduct {
  credentials: Credentials;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    products: SharedProduct[];
  }
}

/** The instance of this worker: files that run at the same time never share one. */
export function sharedProduct(): SharedProduct {
  const products = inject('products');
  const worker = Number(process.env['VITEST_POOL_ID']);
  const product = products[worker - 1];
  if (!product) throw new Error(`worker ${worker} has no instance; there are ${products.length}`);
  return product;
}
