import { Injectable } from '@nestjs/common';

const DAY_MS = 24 * 60 * 60_000;

/** The only source of the current time in rules that depend on it, so that tests can move it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The instant `days` times 24 hours before now. */
  daysAgo(days: number): Date {
    return new Date(this.now().getTime() - days * DAY_MS);
  }
}
