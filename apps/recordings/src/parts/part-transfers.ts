import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { GrantedPart } from '../takes/part.repository.js';
import type { PartBody } from './part-body.js';

interface Transfer {
  generation: number;
  body: PartBody;
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
    body: PartBody,
    work: () => Promise<void>,
  ): Promise<void> {
    const key = `${part.uploadId}/${part.number}`;
    const transfer = { generation: part.generation, body };
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
        if (transfer.generation < generation) transfer.body.cut(takenOver());
      }
    }
  }

  /** Cuts every transfer of an upload that has ended. */
  end(uploadId: string): void {
    for (const [key, transfers] of this.running) {
      if (key.startsWith(`${uploadId}/`)) for (const transfer of transfers) transfer.body.cut(ended());
    }
  }

  get count(): number {
    return this.running.size;
  }
}

export function takenOver(): AppError {
  return new AppError('conflict', 'A newer grant was made for this part; its holder sends it now.');
}

function ended(): AppError {
  return new AppError('conflict', 'The upload has ended; it takes no more parts.');
}
