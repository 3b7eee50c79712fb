import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Identity } from './server-identity.js';

const NAME = 'capture-read-only.conf';
const INCLUDE = `include_if_exists = '${NAME}'`;

/**
 * A settings file that makes a server refuse changes while it has its name. It is written beforehand and only renamed
 * later, because a full disk takes no new file.
 */
export class ReadOnlySwitch {
  private readonly on: string;
  private readonly off: string;

  constructor(private readonly directory: string) {
    this.on = join(directory, NAME);
    this.off = `${this.on}.off`;
  }

  /** Call while the server is down. It then takes changes. */
  async prepare(owner: Identity | undefined): Promise<void> {
    const settings = join(this.directory, 'postgresql.conf');
    const text = await readFile(settings, 'utf8');
    if (!text.includes(INCLUDE)) await replace(settings, `${text}\n${INCLUDE}\n`, owner);
    await this.set(false);
    await replace(this.off, 'default_transaction_read_only = on\n', owner);
  }

  async set(readOnly: boolean): Promise<void> {
    const [from, to] = readOnly ? [this.off, this.on] : [this.on, this.off];
    await rename(from, to).catch((error: unknown) => {
      // It has the other name already.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }
}

/** Whole or not at all, whatever happens meanwhile. */
async function replace(file: string, text: string, owner: Identity | undefined): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, text, { mode: 0o600 });
  if (owner) await chown(partial, owner.uid, owner.gid);
  await rename(partial, file);
}
