import { invalidField } from '@capture/contracts';

const HOUR_MS = 3_600_000;
/** Between the first and the last instant at which a track of a session can have begun, something is left for rounding. */
const MARGIN_MS = HOUR_MS;
const MOST_UNCERTAIN_MS = 60_000;
/** Crystals are within some hundred. */
const MOST_DRIFT_PPM = 1_000;

interface Claims {
  startedAt?: unknown;
  clock?: { offsetMs?: unknown; uncertaintyMs?: unknown; driftPpm?: unknown } | null;
}

/**
 * Refuses what a device cannot have measured of its clock. Anything else is kept as it is claimed; null or absent means
 * that it was not measured.
 * @throws AppError `invalid_input` naming the member of `manifest.clock`.
 */
export function checkClaimedClock(
  manifest: Record<string, unknown>,
  { openedAt, now }: { openedAt: Date; now: Date },
): void {
  const { startedAt, clock } = manifest as Claims;
  const { offsetMs, uncertaintyMs, driftPpm } = clock ?? {};
  if (isNumber(uncertaintyMs) && (uncertaintyMs < 0 || uncertaintyMs > MOST_UNCERTAIN_MS))
    throw refused('uncertaintyMs', `is between 0 and ${MOST_UNCERTAIN_MS}`);
  if (isNumber(driftPpm) && Math.abs(driftPpm) > MOST_DRIFT_PPM)
    throw refused('driftPpm', `is at most ${MOST_DRIFT_PPM}, ahead or behind`);
  const deviceStart = typeof startedAt === 'string' ? Date.parse(startedAt) : Number.NaN;
  if (!isNumber(offsetMs) || Number.isNaN(deviceStart)) return;
  const start = deviceStart + offsetMs;
  if (start < openedAt.getTime() - MARGIN_MS || start > now.getTime() + MARGIN_MS)
    throw refused(
      'offsetMs',
      'and startedAt add up to an instant between the opening of the session and now',
    );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function refused(name: string, rule: string): Error {
  const detail = `${name} ${rule}; leave it null where it was not measured.`;
  return invalidField(`manifest.clock.${name}`, 'out_of_range', detail);
}
