import { closeSync, fchmodSync, fstatSync, openSync, renameSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines kept while they cannot be written. What comes beyond is dropped: a log must not fill the memory either. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Lines are written together up to about this many. */
const BATCH_BYTES = 64 * 1024;
const RETRY_MS = 250;
/** Lines of this long are written together: a write of its own would cost a call more than making its line does. */
const GATHER_MS = 20;
const OWNER_ONLY = 0o600;

/**
 * Where log lines go, whatever becomes of the disk: lines that cannot be written wait and are written once they can. Never
 * throws, and holds no process up that wants to end; pino's own stream does both when its disk is full. A process that is
 * killed takes at most the lines of the last `GATHER_MS` with it; one that ends, on an exception too, writes them.
 */
class LogStream implements DestinationStream {
  private waiting: string[] = [];
  private waitingBytes = 0;
  /** The lines that are being written. */
  private batch: Buffer = Buffer.alloc(0);
  private busy = false;

  constructor(
    protected fd: number,
    private readonly written: (bytes: number, betweenLines: boolean) => void = () => undefined,
  ) {
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.waitingBytes + line.length > MAX_WAITING_BYTES) return;
    this.waiting.push(line);
    this.waitingBytes += line.length;
    if (this.busy) return;
    this.busy = true;
    setTimeout(() => this.next(), GATHER_MS).unref();
  }

  /** Writes what waits, as far as that is possible now. */
  flushSync(): void {
    try {
      for (this.gather(); this.batch.length > 0; this.gather())
        this.batch = this.batch.subarray(writeSync(this.fd, this.batch));
    } catch {
      // Nothing can be done about it.
    }
  }

  reopen(fd: number): void {
    closeSync(this.fd);
    this.fd = fd;
  }

  private gather(): void {
    if (this.batch.length > 0) return;
    let count = 0;
    for (let bytes = 0; count < this.waiting.length && bytes < BATCH_BYTES; count += 1)
      bytes += this.waiting[count]?.length ?? 0;
    const text = this.waiting.splice(0, count).join('');
    this.waitingBytes -= text.length;
    this.batch = Buffer.from(text);
  }

  private next(): void {
    this.gather();
    this.busy = this.batch.length > 0;
    if (!this.busy) return;
    write(this.fd, this.batch, (error, bytes) => {
      if (error) return void setTimeout(() => this.next(), RETRY_MS).unref();
      this.batch = this.batch.subarray(bytes);
      this.written(bytes, this.batch.length === 0);
      this.next();
    });
  }
}

/** Standard output, for processes whose lines are collected elsewhere. One for the whole process. */
export function standardOutput(): DestinationStream {
  return (toStandardOutput ??= new LogStream(1));
}
let toStandardOutput: LogStream | undefined;

/**
 * A log file that only its owner reads. One that has reached `maxBytes` becomes `<file>.1`, in place of the one before, so
 * that the log takes about twice `maxBytes` in all.
 * @throws Error when the file cannot be opened.
 */
export function logFile(file: string, maxBytes: number): DestinationStream {
  const open = (): number => {
    const fd = openSync(file, 'a', OWNER_ONLY);
    // The mode above is for new files only.
    fchmodSync(fd, OWNER_ONLY);
    return fd;
  };
  const fd = open();
  let size = fstatSync(fd).size;
  const stream = new LogStream(fd, (bytes, betweenLines) => {
    size += bytes;
    if (size < maxBytes || !betweenLines) return;
    try {
      renameSync(file, `${file}.1`);
      stream.reopen(open());
    } catch {
      // On a disk that refuses a new file, lines go on into the old one.
    }
    size = 0;
  });
  return stream;
}
