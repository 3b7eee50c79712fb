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
  const opening = openInstance(process.env, '.capture', MIGRATIONS, progress);
  let starting: Promise<string> | undefined;
  let product: Product | undefined;
  // What a start has begun is completed before it is stopped: it would leave processes behind otherwise.
  const stopping = stopOnSignals(async () => {
    const opened = await opening.catch(() => undefined);
    await starting?.catch(() => undefined);
    await product?.stop();
    await opened?.close();
  });
  progress.note('Starting Capture…');
  // Loading the services takes half of a start, so it begins before the database is asked for.
  const reading = import('./services/product.js');
  reading.catch(() => undefined);
  const instance = await opening;
  if (stopping.isAsked) return;
  try {
    starting = progress.step('services', async () => {
      product = new (await reading).Product(instance);
      return product.start();
    });
    const credentials = await seed(instance, await starting);
    printReady(progress, credentials, instance);
    // Whoever waited for the start makes the first calls now.
    setTimeout(compactHeap, COMPACT_AFTER_MS).unref();
  } catch (error) {
    if (!stopping.isAsked)
      process.stderr.write(
        `\n${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
      );
    await stopping.stop(1);
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
