import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

/** Whether the bytes of tracks are in the store. */
@Injectable()
export class TrackHealthRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Notes that bytes are missing; the track fails when that was first seen before `graceEnd`. */
  async markMissing(uploadId: string, now: Date, graceEnd: Date): Promise<void> {
    await this.database.execute(
      `UPDATE track SET missing_since = coalesce(missing_since, $2),
         state = CASE WHEN missing_since <= $3 AND state = 'available' THEN 'failed' ELSE state END
       WHERE upload_id = $1`,
      uploadId,
      now,
      graceEnd,
    );
  }

  /** The bytes are all there. */
  async markPresent(uploadId: string): Promise<void> {
    await this.database.execute(
      `UPDATE track SET missing_since = NULL, state = CASE WHEN state = 'failed' THEN 'available' ELSE state END
       WHERE upload_id = $1 AND missing_since IS NOT NULL`,
      uploadId,
    );
  }
}
