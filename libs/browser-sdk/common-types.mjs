import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Beside every declaration of a folder the same one for CommonJS: TypeScript takes a `.d.ts` of this package for that of
 * an ES module, which require() cannot load.
 * @param {string} folder
 */
export async function writeCommonTypes(folder) {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const types = await readFile(join(folder, file), 'utf8');
    await writeFile(
      join(folder, file.replace(/\.ts$/, '.cts')),
      types.replaceAll(/(['"]\.[^'"]*)\.js(['"])/g, '$1.cjs$2'),
    );
  }
}
