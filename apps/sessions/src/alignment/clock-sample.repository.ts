import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { ClockSample } from './clock-fit.model.js';

/** Samples that are kept of one participant: more than a day of half minutes. */
const MOST_SAMPLES = 5_000;
/** Samples that are looked at for one instant: of the two hours around it. */
const NEAREST = 240;

const SAMPLE = 'device_at AS "deviceAt", offset_ms AS "offsetMs", uncertainty_ms AS "uncertaintyMs"';

/** How participants' clocks compared with the room's. */
@Injectable()
export class ClockSampleRepository {
  constructor(private readonly database: Database) {}

  /** Keeps the best sample of each half minute (`bucket`) of a clock. */
  async save(
    owner: { sessionId: string; participantId: string; clockId: string },
    { bucket, deviceAt, offsetMs, uncertaintyMs }: ClockSample & { bucket: number },
  ): Promise<void> {
    await this.database.execute(
      `INSERT INTO clock_sample (session_id, participant_id, clock_id, bucket, device_at, offset_ms, uncertainty_ms)
       SELECT $1, $2, $3, $4::int, $5::float8, $6::float8, $7::float8
       WHERE (SELECT count(*) FROM clock_sample WHERE participant_id = $2) < ${MOST_SAMPLES}
       ON CONFLICT (participant_id, clock_id, bucket) DO UPDATE SET device_at = excluded.device_at,
         offset_ms = excluded.offset_ms, uncertainty_ms = excluded.uncertainty_ms
       WHERE excluded.uncertainty_ms < clock_sample.uncertainty_ms`,
      owner.sessionId,
      owner.participantId,
      owner.clockId,
      bucket,
      deviceAt,
      offsetMs,
      uncertaintyMs,
    );
  }

  /** Those of a participant's clock that are nearest to one of its instants. */
  nearest(participantId: string, clockId: string, deviceAt: number): Promise<ClockSample[]> {
    return this.database.query<ClockSample>(
      `SELECT ${SAMPLE} FROM clock_sample WHERE participant_id = $1 AND clock_id = $2
       ORDER BY abs(device_at - $3::float8) LIMIT ${NEAREST}`,
      participantId,
      clockId,
      deviceAt,
    );
  }

  /** The latest sample of a participant, and by which clock. */
  async latest(participantId: string): Promise<(ClockSample & { clockId: string }) | undefined> {
    const [row] = await this.database.prepared<ClockSample & { clockId: string }>(
      `SELECT ${SAMPLE}, clock_id AS "clockId" FROM clock_sample WHERE participant_id = $1
       ORDER BY bucket DESC LIMIT 1`,
      participantId,
    );
    return row;
  }
}
