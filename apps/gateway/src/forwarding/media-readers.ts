import type { ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { MAX_MEDIA_ANSWERS } from '../upstreams/media-limits.js';

const LOOK_EVERY_MS = 10_000;
/** A player that was paused for longer asks again for what is missing. */
const MOST_UNREAD_LOOKS = 12;

interface Reader {
  response: ServerResponse;
  bytesWritten: number;
  /** How often in a row bytes waited for the caller, and none had gone. */
  unreadLooks: number;
}

/**
 * Who is being sent media. Their places are counted apart from those of calls. An answer that its caller does not read for two
 * minutes gives its place back, and when all places are taken, one that is not read for ten seconds.
 */
@Injectable()
export class MediaReaders implements OnApplicationShutdown {
  private readonly readers = new Set<Reader>();
  private timer: NodeJS.Timeout | undefined;

  /** Takes a place until the answer has ended. @throws AppError `service_unavailable` where everybody reads */
  add(response: ServerResponse): void {
    if (response.destroyed) return;
    if (this.readers.size >= MAX_MEDIA_ANSWERS) this.makeRoom();
    const reader = { response, bytesWritten: 0, unreadLooks: 0 };
    this.readers.add(reader);
    response.once('close', () => this.remove(reader));
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private makeRoom(): void {
    let idle: Reader | undefined;
    for (const reader of this.readers) if (reader.unreadLooks > (idle?.unreadLooks ?? 0)) idle = reader;
    if (!idle)
      throw new AppError('service_unavailable', 'Too many downloads at once.', { retryAfterSec: 10 });
    this.end(idle);
  }

  private look(): void {
    for (const reader of this.readers) {
      const { response, bytesWritten } = reader;
      // Of nothing that waits, it is the service that sends nothing.
      const isUnread = response.writableLength > 0 && response.socket?.bytesWritten === bytesWritten;
      reader.unreadLooks = isUnread ? reader.unreadLooks + 1 : 0;
      reader.bytesWritten = response.socket?.bytesWritten ?? 0;
      if (reader.unreadLooks >= MOST_UNREAD_LOOKS) this.end(reader);
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
