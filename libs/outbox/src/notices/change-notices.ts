import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CHANGE_NOTICES, type ChangeNotice } from '@capture/contracts';
import { Bus } from '@capture/messaging';
import { Database } from '@capture/persistence';

/** The same change is told no more often: pages read anew with each. */
const LEAST_BETWEEN_MS = 1_000;

/** A change that was told a moment ago. */
interface Told {
  timer: NodeJS.Timeout;
  /** It has changed again since. */
  again: boolean;
}

/** Tells the pages of members that something of their organization has changed, without keeping it (ADR 61). */
@Injectable()
export class ChangeNotices implements BeforeApplicationShutdown {
  private readonly told = new Map<string, Told>();

  constructor(
    private readonly bus: Bus,
    private readonly database: Database,
  ) {}

  /** Once the running transaction has committed; at once when there is none. The last of many changes is always told. */
  tell(notice: ChangeNotice): void {
    this.database.onCommit(() => this.tellNow(notice));
  }

  /** What waits for its turn is not told: pages ask by themselves. */
  beforeApplicationShutdown(): void {
    for (const { timer } of this.told.values()) clearTimeout(timer);
    this.told.clear();
  }

  private tellNow(notice: ChangeNotice): void {
    const key = JSON.stringify(notice);
    const told = this.told.get(key);
    if (told) {
      told.again = true;
      return;
    }
    this.bus.broadcast(CHANGE_NOTICES, notice);
    const timer = setTimeout(() => {
      const { again } = this.told.get(key) ?? {};
      this.told.delete(key);
      if (again === true) this.tellNow(notice);
    }, LEAST_BETWEEN_MS);
    timer.unref();
    this.told.set(key, { timer, again: false });
  }
}
