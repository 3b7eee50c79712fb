// Preloaded into every process of an instance. Notes the URL of each file that the process loads, a line each, in the file
// LOADED_FILES/<name of the process>.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

const name = /[\\/]dist[\\/]processes[\\/]([\w-]+)\.js$/.exec(process.argv[1] ?? '')?.[1];

if (name !== undefined)
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(join(process.env.LOADED_FILES, name), `${url}\n`);
      return next(url, context);
    },
  });
