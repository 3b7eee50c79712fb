import { errorMonitor } from 'node:events';
import type { Readable } from 'node:stream';
import { AppError } from '@capture/contracts';
import type { Metrics } from '@capture/platform';
import {
  ObjectStore,
  type ByteRange,
  type LinkedFile,
  type Sink,
  type SignedPut,
  type SizedBlob,
  type StoredBlob,
} from './object-store.js';

const OPERATIONS = ['put', 'join', 'read', 'remove', 'check'] as const;
type Operation = (typeof OPERATIONS)[number];

/** `failed` is no fault of the store: a client that broke off, or a blob that is gone. */
function outcomeOf(error: unknown): 'full' | 'unavailable' | 'failed' {
  const code = error instanceof AppError ? error.code : undefined;
  if (code === 'storage_full') return 'full';
  return code === 'service_unavailable' ? 'unavailable' : 'failed';
}

/** A store whose calls are counted by outcome, and timed. */
export class MeasuredStore extends ObjectStore {
  override readonly takesDirectly: boolean;
  private readonly operations;
  private readonly durations;

  constructor(
    private readonly store: ObjectStore,
    metrics: Metrics,
  ) {
    super();
    this.takesDirectly = store.takesDirectly;
    this.operations = metrics.counter(
      {
        name: 'capture_store_operations_total',
        help: 'Calls of the media store: done, full, unavailable, or failed for a reason that is not the store',
      },
      ['operation', 'outcome'],
    );
    // From zero: a counter that begins with its first failure shows no increase.
    for (const operation of OPERATIONS)
      for (const outcome of ['done', 'full', 'unavailable']) this.operations.inc({ operation, outcome }, 0);
    this.durations = metrics.histogram(
      { name: 'capture_store_duration_seconds', help: 'How long calls of the media store took' },
      ['operation'],
    );
    for (const operation of OPERATIONS) this.durations.zero({ operation });
  }

  override put(key: string, body: AsyncIterable<Buffer>, sizeBytes: number): Promise<void> {
    return this.measured('put', () => this.store.put(key, body, sizeBytes));
  }

  override requireRoom(bytes: number): Promise<void> {
    return this.store.requireRoom(bytes);
  }

  override signPut(
    key: string,
    bytes: { size: number; sha256: string },
    lifetimeSec: number,
  ): Promise<SignedPut | undefined> {
    return this.store.signPut(key, bytes, lifetimeSec);
  }

  override signGet(key: string, file: LinkedFile, lifetimeSec: number): Promise<string | undefined> {
    return this.store.signGet(key, file, lifetimeSec);
  }

  override join(blobs: readonly SizedBlob[], target: string): Promise<boolean> {
    return this.measured('join', () => this.store.join(blobs, target));
  }

  override read(key: string, range?: ByteRange): Readable {
    const count = (outcome: string) => this.operations.inc({ operation: 'read', outcome });
    return this.store
      .read(key, range)
      .once('end', () => count('done'))
      .once(errorMonitor, (error: unknown) => count(outcomeOf(error)));
  }

  /** Counted as a read, and not timed: it takes as long as its reader does. */
  override async deliver(key: string, range: ByteRange, scratch: Buffer, sink: Sink): Promise<void> {
    try {
      await this.store.deliver(key, range, scratch, sink);
      this.operations.inc({ operation: 'read', outcome: 'done' });
    } catch (error) {
      this.operations.inc({ operation: 'read', outcome: outcomeOf(error) });
      throw error;
    }
  }

  override pathOf(key: string): string | undefined {
    return this.store.pathOf(key);
  }

  override remove(keys: readonly string[]): Promise<void> {
    return this.measured('remove', () => this.store.remove(keys));
  }

  override list(prefix?: string): AsyncIterable<StoredBlob> {
    return this.store.list(prefix);
  }

  override dropUnfinished(prefix: string): Promise<void> {
    return this.store.dropUnfinished(prefix);
  }

  override sweep(olderThan: Date): Promise<number> {
    return this.store.sweep(olderThan);
  }

  override readMarker(): Promise<string | undefined> {
    return this.store.readMarker();
  }

  override writeMarker(text: string): Promise<void> {
    return this.store.writeMarker(text);
  }

  override check(): Promise<void> {
    return this.measured('check', () => this.store.check());
  }

  override close(): void {
    this.store.close();
  }

  private async measured<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
    const stop = this.durations.startTimer({ operation });
    let outcome: string | undefined;
    try {
      const result = await call();
      outcome = 'done';
      return result;
    } catch (error) {
      outcome = operation === 'check' ? 'unavailable' : outcomeOf(error);
      throw error;
    } finally {
      stop();
      this.operations.inc({ operation, outcome });
    }
  }
}
