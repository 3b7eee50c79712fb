// Preloaded into every process of an instance. Notes the URL of each file that the process loads, a line each, in the file
// LOADED_FILES/<name of the process>.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { processName } from './process-name.mjs';

if (processName !== undefined)
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(join(process.env.LOADED_FILES, processName), `${url}\n`);
      return next(url, context);
    },
  });
