const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Partitions that the retention spans. With one that fills, two ahead and the default one, eight or nine are there at once. */
const SPANNED = 5;

/** A partition with bounds, as times. */
export interface Partition {
  name: string;
  /** Null where ids of any age go into it. */
  from: Date | null;
  to: Date;
}

/** How long the ids of one partition are made: a fifth of the retention, in whole days. */
export function partitionWidthMs(keepDays: number): number {
  return Math.ceil(keepDays / SPANNED) * DAY_MS;
}

/**
 * The next partition to make; undefined while ids of the coming `widthMs` have theirs. It begins where the last one ends. After a
 * gap it begins with the next full hour: what was made in the gap, and until then, is in the default partition and stays there,
 * as moving it would take long under a lock.
 */
export function nextPartition(
  partitions: readonly Partition[],
  now: Date,
  widthMs: number,
): { from: Date; to: Date } | undefined {
  const end = Math.max(0, ...partitions.map(({ to }) => to.getTime()));
  if (end >= now.getTime() + widthMs) return undefined;
  const from = end > now.getTime() ? end : (Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS;
  return { from: new Date(from), to: new Date(from + widthMs) };
}

/** Partitions whose ids were all made before `before`. */
export function overPartitions(partitions: readonly Partition[], before: Date): Partition[] {
  return partitions.filter(({ to }) => to <= before);
}

/**
 * Partitions of which to wait for the end would keep rows for much longer than asked: the retention was longer when they were
 * made, or they hold all rows from before the table was divided.
 */
export function widePartitions(partitions: readonly Partition[], widthMs: number): Partition[] {
  return partitions.filter(({ from, to }) => from === null || to.getTime() - from.getTime() > 2 * widthMs);
}

/** A name that says when the partition's ids begin, in UTC. */
export function partitionName(table: string, from: Date): string {
  return `${table}_${from.toISOString().slice(0, 13).replace(/\D/g, '')}`;
}
