/** The capture manifest: how a take was made, as seen by the page that made it. */
import type { StoredTake } from '../storage/take-store.js';

declare const __SDK_VERSION__: string;

const MANIFEST_VERSION = 1;
/** The service takes manifests of at most 256 KiB with at most 1,000 items in a list. */
const MAX_ENDS = 250;

export interface CaptureManifest {
  manifestVersion: number;
  sdk: { name: string; version: string };
  [field: string]: unknown;
}

/** Everything known before the upload. Device labels only when the integrator opted in. */
export function describeTake(take: StoredTake, includeDeviceLabels?: boolean): CaptureManifest {
  const { recorder, constraints, settings, devices, startedAt, finished, interruptions } = take.record;
  return {
    manifestVersion: MANIFEST_VERSION,
    sdk: { name: '@capture/browser', version: __SDK_VERSION__ },
    userAgent: navigator.userAgent,
    platform: platformName(),
    recorder,
    constraints,
    settings,
    devices: devices.map(({ kind, label }) => ({ kind, label: includeDeviceLabels ? label : null })),
    startedAt,
    stoppedAt: finished?.stoppedAt ?? new Date(Date.parse(startedAt) + take.durationMs).toISOString(),
    // Only rooms synchronise clocks; a single recorder has no samples.
    clock: { samples: 0 },
    segmentCount: take.segments.length,
    segments: ends(take.segments).map(({ media, ...segment }) => ({ ...segment, bytes: media.size })),
    interruptionCount: interruptions.length,
    interruptions: ends(interruptions),
    // An unfinished take was recovered after its page died.
    ...(!finished && { recovery: { recovered: true, truncatedBytes: take.tornBytes } }),
  };
}

/** Of a very long list the first and the last ones. */
function ends<T>(list: T[]): T[] {
  return list.filter((_, index) => index < MAX_ENDS || index >= list.length - MAX_ENDS);
}

function platformName(): string {
  const { userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform: string } };
  return userAgentData?.platform ?? platform;
}
