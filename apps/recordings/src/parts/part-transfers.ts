import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { GrantedPart } from '../takes/part.repository.js';

interface Transfer {
  generation: number;
  request: IncomingMessage;
}

/**
 * Part bodies that this process is reading. A new grant of a part cuts an older transfer of it at once, so a client
 * that comes back never waits for the connection it lost; other processes notice when they want to count theirs.
 */
@Injectable()
export class PartTransfers {
  private readonly running = new Map<string, Set<Transfer>>();

  async run(
    part: { uploadId: string } & GrantedPart,
    request: IncomingMessage,
    work: () => Promise<void>,
  ): Promise<void> {
    const key = `${part.uploadId}/${part.number}`;
    const transfer = { generation: part.generation, request };
    const transfers = this.running.get(key) ?? new Set<Transfer>();
    this.running.set(key, transfers.add(transfer));
    try {
      await work();
    } finally {
      transfers.delete(transfer);
      if (transfers.size === 0) this.running.delete(key);
    }
  }

  /** Cuts transfers of these parts that hold an older grant. */
  fence(uploadId: string, parts: readonly GrantedPart[]): void {
    for (const { number, generation } of parts) {
      for (const transfer of this.running.get(`${uploadId}/${number}`) ?? []) {
        if (transfer.generation < generation) cut(transfer.request);
      }
    }
  }

  /** Cuts every transfer of an upload that has ended. */
  end(uploadId: string): void {
    for (const [key, transfers] of this.running) {
      if (key.startsWith(`${uploadId}/`)) for (const transfer of transfers) cut(transfer.request);
    }
  }

  get count(): number {
    return this.running.size;
  }
}

function cut(request: IncomingMessage): void {
  request.destroy(new AppError('conflict', 'The transfer was taken over or the upload has ended.'));
}
