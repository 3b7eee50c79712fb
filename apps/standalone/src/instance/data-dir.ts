import { access, chmod, chown, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serverIdentity } from '@capture/embedded-postgres';
import { takeLock } from './instance-lock.js';

/** Where an instance keeps everything: `CAPTURE_DATA_DIR`, by default `.capture` in the working directory. */
export class DataDir {
  private constructor(readonly path: string) {}

  static async open(path: string): Promise<DataDir> {
    const root = resolve(path);
    await mkdir(root, { recursive: true, mode: 0o700 });
    const directory = new DataDir(root);
    await directory.tighten();
    return directory;
  }

  get store(): string {
    return join(this.path, 'store');
  }

  /** Mails of an instance that has no mail server. */
  get mail(): string {
    return join(this.path, 'mail');
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

  /** Where its database lies when it lies elsewhere. */
  get place(): string {
    return this.placeIn(this.path);
  }

  placeIn(dataDirectory: string): string {
    return join(dataDirectory, 'database.json');
  }

  get processes(): string {
    return join(this.path, 'processes.json');
  }

  /** Closes to others what an earlier release left open to them. What lies below a closed directory is closed too. */
  private async tighten(): Promise<void> {
    await closeToOthers(this.path);
    const present = (file: string): Promise<boolean> =>
      access(file).then(
        () => true,
        () => false,
      );
    if (await present(this.store)) await chmod(this.store, 0o700);
    for (const file of [this.log, `${this.log}.1`, this.secrets, this.credentials, this.processes])
      if (await present(file)) await chmod(file, 0o600);
  }

  /** Returns what releases the lock. @throws when another running instance holds this directory. */
  async lock(): Promise<() => Promise<void>> {
    const file = join(this.path, 'instance.pid');
    const holder = await takeLock(file, process.pid);
    if (holder !== undefined) {
      throw new Error(
        `another instance (pid ${holder}) uses ${this.path}; stop it, or set CAPTURE_DATA_DIR and CAPTURE_PORT for this one`,
      );
    }
    return () => rm(file, { force: true });
  }
}

/** For its owner only. Started by root, the database runs as another user, whose group may pass through and see nothing. */
export async function closeToOthers(directory: string): Promise<void> {
  const server = await serverIdentity();
  if (!server) return chmod(directory, 0o700);
  await chown(directory, process.getuid?.() ?? 0, server.gid);
  await chmod(directory, 0o710);
}
