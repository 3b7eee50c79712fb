import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openToOthers } from '@capture/embedded-postgres';

/** Where an instance keeps everything: `CAPTURE_DATA_DIR`, by default `.capture` in the working directory. */
export class DataDir {
  private constructor(
    readonly path: string,
    readonly postgres: string,
  ) {}

  static async open(path: string): Promise<DataDir> {
    const root = resolve(path);
    await mkdir(root, { recursive: true, mode: 0o755 });
    return new DataDir(root, await postgresDirectory(root));
  }

  get store(): string {
    return join(this.path, 'store');
  }

  get log(): string {
    return join(this.path, 'capture.log');
  }

  get secrets(): string {
    return join(this.path, 'secrets.json');
  }

  get credentials(): string {
    return join(this.path, 'dev-credentials.json');
  }

  get processes(): string {
    return join(this.path, 'processes.json');
  }

  /** Returns what releases the lock. @throws when another running instance holds this directory. */
  async lock(): Promise<() => Promise<void>> {
    const file = join(this.path, 'instance.pid');
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder > 0 && holder !== process.pid && isCapture(holder, await commandOf(holder))) {
      throw new Error(
        `another instance (pid ${holder}) uses ${this.path}; stop it, or set CAPTURE_DATA_DIR and CAPTURE_PORT for this one`,
      );
    }
    await writeFile(file, String(process.pid));
    return () => rm(file, { force: true });
  }
}

async function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

/** Pids are reused, so on Linux the command line must be one of this app. */
function isCapture(pid: number, command: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || command.includes('standalone');
}

/**
 * Started by root, the database runs as another user, who cannot enter a folder below a private one such as root's home.
 * Its files then lie under /var/lib, in a folder named after the data directory.
 */
async function postgresDirectory(root: string): Promise<string> {
  const inside = join(root, 'postgres');
  if (process.getuid?.() !== 0 || (await openToOthers(inside))) return inside;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const outside = `/var/lib/capture/${name}/postgres`;
  await mkdir(dirname(outside), { recursive: true, mode: 0o755 });
  return outside;
}
