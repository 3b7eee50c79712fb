/** The capture manifest: how a take was made, as seen by the page that made it. */
import type { StoredTake } from '../storage/take-store.js';
import type { HashedPart } from './upload.js';

declare const __SDK_VERSION__: string;

const MANIFEST_VERSION = 1;

export interface CaptureManifest {
  manifestVersion: number;
  sdk: { name: string; version: string };
  [field: string]: unknown;
}

/** Everything known before the upload. Device labels only when the integrator opted in. */
export function describeTake(take: StoredTake, includeDeviceLabels: boolean): CaptureManifest {
  const { record } = take;
  const { finished } = record;
  return {
    manifestVersion: MANIFEST_VERSION,
    sdk: { name: '@capture/browser', version: __SDK_VERSION__ },
    userAgent: navigator.userAgent,
    platform: platformName(),
    recorder: record.recorder,
    constraints: record.constraints,
    settings: record.settings,
    devices: record.devices.map(({ kind, label }) => ({ kind, label: includeDeviceLabels ? label : null })),
    startedAt: record.startedAt,
    stoppedAt: finished?.stoppedAt ?? new Date(Date.parse(record.startedAt) + take.durationMs).toISOString(),
    // Only rooms synchronise clocks; a single recorder has no samples.
    clock: { samples: 0 },
    segments: take.segments.map(({ media, ...segment }) => ({ ...segment, bytes: media.size })),
    interruptions: record.interruptions,
    // An unfinished take was recovered after its page died.
    ...(!finished && { recovery: { recovered: true, truncatedBytes: take.truncatedBytes } }),
  };
}

/** The same, with the hashes of what was sent. */
export function sealManifest(
  manifest: CaptureManifest,
  parts: HashedPart[],
  merkleRoot: string,
): CaptureManifest {
  return { ...manifest, fragments: parts, merkleRoot };
}

function platformName(): string {
  const { userAgentData } = navigator as Navigator & { userAgentData?: { platform: string } };
  return userAgentData?.platform ?? navigator.platform;
}
