import 'reflect-metadata';
import { compactHeap, ConfigError } from '@capture/platform';
import { openInstance } from './instance/instance.js';
import { printReady } from './seed/banner.js';
import { seed } from './seed/seed.js';
import { MIGRATIONS } from './services/migrations.js';
import type { Product } from './services/product.js';
import { Progress } from './terminal/progress.js';
import { stopOnSignals } from './terminal/stop-on-signals.js';

const COMPACT_AFTER_MS = 5_000;

/** Runs the whole product in one process: each service is a Nest application, and all share one in-process bus. */
async function main(): Promise<void> {
  const progress = new Progress();
  progress.note('Starting Capture…');
  // Loading the services takes half of a start, so it begins before the database is asked for.
  const reading = import('./services/product.js');
  reading.catch(() => undefined);
  const instance = await openInstance(process.env, '.capture', MIGRATIONS, progress);
  let product: Product | undefined;
  const stop = stopOnSignals(async () => {
    await product?.stop();
    await instance.close();
  });
  try {
    const operatorUrl = await progress.step('services', async () => {
      product = new (await reading).Product(instance);
      return product.start();
    });
    const credentials = await seed(instance, operatorUrl);
    printReady(progress, credentials, instance);
    // Whoever waited for the start makes the first calls now.
    setTimeout(compactHeap, COMPACT_AFTER_MS).unref();
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    await stop(1);
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
