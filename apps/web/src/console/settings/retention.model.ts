/** The most days that footage can be kept for before it is deleted. */
export const MOST_DAYS = 36_500;

/** Whether footage that is kept now may go by the change. Null keeps it for ever. */
export function isShorter(now: number | null, wanted: number | null): boolean {
  return wanted !== null && (now === null || wanted < now);
}

/** Whole days within the limits; undefined for anything else. */
export function daysOf(text: string): number | undefined {
  const days = Number(text);
  return /^\d+$/.test(text.trim()) && days >= 1 && days <= MOST_DAYS ? days : undefined;
}
