import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../repository.js';

const PRELOAD = new URL('./loaded-files.preload.mjs', import.meta.url).href;

/** Notes which files of code the processes of an instance load. */
export class LoadedFiles {
  private constructor(private readonly directory: string) {}

  static async create(): Promise<LoadedFiles> {
    return new LoadedFiles(await mkdtemp(join(tmpdir(), 'capture-loaded-')));
  }

  /** Environment of the instance. */
  get env(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${PRELOAD}`, LOADED_FILES: this.directory };
  }

  /** Paths in this repository by the name of the process. */
  async byProcess(): Promise<Map<string, string[]>> {
    const notes = await readdir(this.directory);
    return new Map(
      await Promise.all(
        notes.map(async (name) => {
          const urls = (await readFile(join(this.directory, name), 'utf8')).split('\n').filter(Boolean);
          return [name, urls.map((url) => relative(ROOT, fileURLToPath(url)))] as const;
        }),
      ),
    );
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
