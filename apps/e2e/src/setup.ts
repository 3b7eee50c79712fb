import type { TestProject } from 'vitest/node';
import { rm } from 'node:fs/promises';
import { givenInstallation, newOrganizationIn } from './harness/organizations/given-installation.js';
import { useAsTemplate } from './harness/processes/data-template.js';
import { emptyDataDir, MODE, Product } from './harness/processes/product.js';

/**
 * Starts an instance for each worker, for the test files that do not need their own. Where an installation is given, each
 * worker has an organization of it instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = await givenInstallation();
  if (given) {
    const made = Array.from({ length: project.config.maxWorkers }, () => newOrganizationIn(given));
    project.provide('products', await Promise.all(made));
    return () => Promise.resolve();
  }
  const template = await emptyDataDir();
  // It builds what all of them run.
  const first = await Product.start({ CAPTURE_SKIP_BUILD: '' }, MODE, template);
  await first.stop();
  await useAsTemplate(template);
  const products: Product[] = [];
  for (let worker = 0; worker < project.config.maxWorkers; worker += 1)
    products.push(
      await Product.start({
        // Tests guess credentials on purpose, all from one address; how that is throttled is tested on instances of its own.
        CAPTURE_BUDGET_FAILURES: '100000',
      }),
    );
  project.provide(
    'products',
    products.map(({ credentials, dataDir }) => ({ credentials, dataDir })),
  );
  return async () => {
    await Promise.all(products.map((product) => product.remove()));
    await rm(template, { recursive: true, force: true });
  };
}
