import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { SessionsConfig } from '../config.js';
import { RoomRetentionRepository } from './room-retention.repository.js';

const CLEANING_MS = 60 * 60_000;

/** Ends what is left of rooms whose time is over. Any number of processes may run it at once. */
@Injectable()
export class RoomRetentionJobs {
  constructor(
    private readonly database: Database,
    private readonly rows: RoomRetentionRepository,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {}

  @Every(CLEANING_MS)
  clean(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('retention is the same for all', () => this.cleanAll(signal));
  }

  private async cleanAll(signal: AbortSignal): Promise<void> {
    const over = this.clock.daysAgo(this.config.CAPTURE_ROOM_KEEP_DAYS);
    await inBatches(signal, (limit) => this.rows.deleteTokens(over, limit));
    await inBatches(signal, (limit) => this.rows.deleteTracks(over, limit));
    await inBatches(signal, (limit) => this.rows.deleteAcknowledgements(over, limit));
    await inBatches(signal, (limit) => this.rows.deleteClockSamples(over, limit));
    const nameDays = this.config.CAPTURE_PARTICIPANT_NAME_DAYS;
    if (nameDays === 0) return;
    const joined = this.clock.daysAgo(nameDays);
    await inBatches(signal, (limit) => this.rows.removeNames(joined, this.clock.now(), limit));
  }
}
