import type { ServerResponse } from 'node:http';
import type { OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@capture/contracts';

interface ReaderTerms {
  /** Answers at once. */
  places: number;
  /** Milliseconds between two looks at what was read. */
  lookEveryMs: number;
  /** Looks in a row at which nothing had been read, after which an answer is ended although there are places. */
  mostUnreadLooks: number;
  /** What is said to who finds no place. */
  refusal: string;
}

interface Reader {
  response: ServerResponse;
  bytesWritten: number;
  /** How often in a row bytes waited for the caller, and none had gone. */
  unreadLooks: number;
}

/**
 * Who is being sent answers that keep something for as long as they are not read. When all places are taken, one that nobody
 * reads makes room.
 */
export class Readers implements OnApplicationShutdown {
  private readonly readers = new Set<Reader>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly terms: ReaderTerms) {}

  /**
   * Takes a place until the answer has ended.
   * @param isOwed the answer is given also beyond the places: its call may have taken effect
   * @throws AppError `service_unavailable` where everybody reads
   */
  add(response: ServerResponse, isOwed = false): void {
    if (response.destroyed) return;
    if (this.readers.size >= this.terms.places) this.makeRoom(isOwed);
    const reader = { response, bytesWritten: 0, unreadLooks: 0 };
    this.readers.add(reader);
    response.once('close', () => this.remove(reader));
    this.timer ??= setInterval(() => this.look(), this.terms.lookEveryMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private makeRoom(isOwed: boolean): void {
    let idle: Reader | undefined;
    for (const reader of this.readers) if (reader.unreadLooks > (idle?.unreadLooks ?? 0)) idle = reader;
    if (idle) this.end(idle);
    else if (!isOwed) throw new AppError('service_unavailable', this.terms.refusal, { retryAfterSec: 10 });
  }

  private look(): void {
    for (const reader of this.readers) {
      const { response, bytesWritten } = reader;
      // Of nothing that waits, it is the service that sends nothing.
      const isUnread = response.writableLength > 0 && response.socket?.bytesWritten === bytesWritten;
      reader.unreadLooks = isUnread ? reader.unreadLooks + 1 : 0;
      reader.bytesWritten = response.socket?.bytesWritten ?? 0;
      if (reader.unreadLooks >= this.terms.mostUnreadLooks) this.end(reader);
    }
  }

  private end(reader: Reader): void {
    this.remove(reader);
    reader.response.destroy();
  }

  private remove(reader: Reader): void {
    this.readers.delete(reader);
    if (this.readers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
