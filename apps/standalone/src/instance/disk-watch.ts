import { statfs } from 'node:fs/promises';
import type { EmbeddedPostgres } from '@capture/embedded-postgres';

const LOOK_MS = 250;
/** Changes are taken again at this many times the reserve, so that the two states do not alternate. */
const ENOUGH = 1.5;

/** Free bytes of the disk that `directory` lies on. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Has the database refuse changes while its disk is almost full. A server that runs out of space in the middle of its log
 * crashes, and cannot even be read until there is space again.
 */
export class DiskWatch {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private readOnly = false;

  constructor(
    private readonly directory: string,
    private readonly reserveBytes: number,
    private readonly postgres: Pick<EmbeddedPostgres, 'setReadOnly'>,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.looking ??= this.look()
        // Looked at again in a moment.
        .catch(() => undefined)
        .finally(() => (this.looking = undefined));
    }, LOOK_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const free = await freeBytes(this.directory);
    const readOnly = free < this.reserveBytes * (this.readOnly ? ENOUGH : 1);
    if (readOnly === this.readOnly) return;
    await this.postgres.setReadOnly(readOnly);
    this.readOnly = readOnly;
  }
}
