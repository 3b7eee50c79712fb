import type { Change } from './change.model.js';

/** For how long a change is kept: a page opens its stream within this time of the first thing that it reads. */
const KEPT_MS = 5_000;
/** More than this within that time, and the oldest go. */
const MOST = 2_000;

interface KeptChange {
  organizationId: string;
  change: Change;
  at: number;
}

/** What was heard in the last seconds, of every organization. Times are milliseconds of `performance.now()`. */
export class RecentChanges {
  private kept: KeptChange[] = [];
  /** Nothing is missing from then on; undefined before it has begun. */
  private since: number | undefined;

  /** From now on every change is added. */
  begin(): void {
    this.since = performance.now();
  }

  add(organizationId: string, change: Change): void {
    const at = performance.now();
    this.kept.push({ organizationId, change, at });
    this.forget(at);
    const [oldest] = this.kept;
    if (this.kept.length <= MOST || !oldest) return;
    this.kept.shift();
    this.since = Math.max(this.since ?? 0, oldest.at);
  }

  /** Those of an organization, oldest first, and for how many milliseconds up to now these are all. */
  of(organizationId: string): { ms: number; changes: Change[] } {
    const now = performance.now();
    this.forget(now);
    const changes = this.kept.filter((kept) => kept.organizationId === organizationId);
    const ms = this.since === undefined ? 0 : Math.min(KEPT_MS, Math.floor(now - this.since));
    return { ms, changes: changes.map(({ change }) => change) };
  }

  private forget(now: number): void {
    const first = this.kept.findIndex(({ at }) => at >= now - KEPT_MS);
    if (first !== 0) this.kept.splice(0, first === -1 ? this.kept.length : first);
  }
}
