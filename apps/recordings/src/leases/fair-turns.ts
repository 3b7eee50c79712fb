/** Pieces of work of which it is known how often they were begun. */
const MOST_KNOWN = 10_000;

interface Waiting {
  group: string;
  name: string;
  begin: () => void;
}

/**
 * A number of pieces of work at once. The next one is of the group that has the fewest under way, among these of the one whose
 * last turn is longest ago; within a group, of the work that was begun least often. So nobody keeps all turns by having much to
 * do, or the same again and again.
 */
export class FairTurns {
  private readonly waiting = new Set<Waiting>();
  private readonly running = new Map<string, number>();
  /** By group that has work here: the number of its last turn. */
  private readonly lastTurns = new Map<string, number>();
  private readonly timesBegun = new Map<string, number>();
  private turns = 0;
  private free: number;

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** Runs `work` when its turn has come. */
  async run<Result>(group: string, name: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      this.waiting.add({ group, name, begin });
      this.next();
    });
    try {
      return await work();
    } finally {
      this.end(group);
    }
  }

  private next(): void {
    if (this.free === 0) return;
    let first: Waiting | undefined;
    for (const each of this.waiting) if (!first || this.isBefore(each, first)) first = each;
    if (!first) return;
    const { group, name, begin } = first;
    this.waiting.delete(first);
    this.free -= 1;
    this.turns += 1;
    this.running.set(group, this.countOf(group) + 1);
    this.lastTurns.set(group, this.turns);
    const times = (this.timesBegun.get(name) ?? 0) + 1;
    // The ones that were begun last stay known.
    this.timesBegun.delete(name);
    this.timesBegun.set(name, times);
    for (const known of this.timesBegun.keys()) {
      if (this.timesBegun.size <= MOST_KNOWN) break;
      this.timesBegun.delete(known);
    }
    begin();
  }

  private isBefore(one: Waiting, other: Waiting): boolean {
    const [ranks, others] = [this.ranksOf(one), this.ranksOf(other)];
    const index = ranks.findIndex((rank, at) => rank !== others[at]);
    return index >= 0 && (ranks[index] ?? 0) < (others[index] ?? 0);
  }

  private ranksOf({ group, name }: Waiting): number[] {
    return [this.countOf(group), this.lastTurns.get(group) ?? 0, this.timesBegun.get(name) ?? 0];
  }

  private countOf(group: string): number {
    return this.running.get(group) ?? 0;
  }

  private end(group: string): void {
    this.free += 1;
    const left = this.countOf(group) - 1;
    if (left > 0) this.running.set(group, left);
    else this.running.delete(group);
    this.next();
    // Whoever has nothing here any more is a newcomer again.
    const isHere = this.running.has(group) || [...this.waiting].some((each) => each.group === group);
    if (!isHere) this.lastTurns.delete(group);
  }
}
