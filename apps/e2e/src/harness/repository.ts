import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The `capture` command. */
export const CLI = join(ROOT, 'tools/bootstrap/cli.mjs');
