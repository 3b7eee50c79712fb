import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MIB = 1024 * 1024;

/** A small file system of its own, which can really be full without harm to anything else. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  static async mount(mib: number): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), 'capture-e2e-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0755`, 'tmpfs', path]);
    return new SmallDisk(path);
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }

  /** Fills the disk until only `leave` bytes are free. */
  async fill(leave = 0): Promise<void> {
    const file = await open(join(this.path, 'filler'), 'a');
    try {
      for (let left = await this.freeBytes(); left > leave; left = await this.freeBytes()) {
        await file.write(Buffer.alloc(Math.min(MIB, left - leave), 1));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  /** Gives back what `fill` took. */
  async clear(): Promise<void> {
    await rm(join(this.path, 'filler'), { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', [this.path]);
    await rm(this.path, { recursive: true, force: true });
  }
}
