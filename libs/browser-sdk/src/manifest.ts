/** The capture manifest: how a take was made, as the page that made it saw it. */
import type { HashedPart } from './uploader.js';
import type { StoredTake } from './vault.js';

declare const __SDK_VERSION__: string;

const MANIFEST_VERSION = 1;

export interface CaptureManifest {
  manifestVersion: number;
  sdk: { name: string; version: string };
  [field: string]: unknown;
}

/** Everything that is known before the upload. Labels are left out unless the integrator opted in. */
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
    // One person alone has no clock to agree with; rooms fill this in.
    clock: { samples: 0 },
    segments: take.segments.map(({ media, ...segment }) => ({ ...segment, bytes: media.size })),
    interruptions: record.interruptions,
    // The page that made an unfinished take died; what it had written was picked up later.
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
