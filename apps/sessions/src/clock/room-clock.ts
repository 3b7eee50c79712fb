import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, Every } from '@capture/platform';
import { Database } from '@capture/persistence';
import { estimateOf, MOST_DRIFT, surer, type ClockEstimate } from './clock-estimate.model.js';
import { ClockRepository } from './clock.repository.js';

const MEASURE_MS = 5_000;
const READINGS = 4;

/**
 * The clock of every room: the database's, so that it is one, however many processes serve the room and whatever their own
 * clocks show (ADR 20).
 */
@Injectable()
export class RoomClock implements OnModuleInit {
  private readonly logger = new Logger(RoomClock.name);
  private estimate: ClockEstimate | undefined;

  constructor(
    private readonly repository: ClockRepository,
    private readonly database: Database,
    private readonly own: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.measure().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'the database did not tell the time; asking again'),
    );
  }

  /** Asks the database. For every instant that is stored or told as a fact. */
  async read(): Promise<Date> {
    return new Date(await this.ask());
  }

  /** Without asking: good for reading states, and for what is told right away. */
  now(): Date {
    return new Date(this.at(performance.now()));
  }

  /**
   * What the clock showed at an instant of `performance.now()`, in Unix milliseconds with fractions. Until the database has
   * answered once, by this process's own clock.
   */
  at(instant: number): number {
    if (!this.estimate) return this.own.now().getTime() + instant - performance.now();
    return instant + this.estimate.offsetMs;
  }

  /** By how much `at` may be wrong, in milliseconds. */
  uncertaintyAt(instant: number): number {
    if (!this.estimate) return Number.POSITIVE_INFINITY;
    const { at, uncertaintyMs } = this.estimate;
    return uncertaintyMs + Math.abs(instant - at) * MOST_DRIFT;
  }

  /** Compares the clocks. The quickest of some answers counts, so that a busy moment spoils nothing. */
  @Every(MEASURE_MS)
  async measure(): Promise<void> {
    await this.database.withoutOrganization(async () => {
      for (let count = 0; count < READINGS; count += 1) await this.ask();
    });
  }

  private async ask(): Promise<number> {
    const askedAt = performance.now();
    const said = await this.repository.read();
    this.estimate = surer(this.estimate, estimateOf({ askedAt, answeredAt: performance.now(), said }));
    return said;
  }
}
