/**
 * What people see of each other while they record: a small picture, because the recording on each device is the one that
 * counts and needs the machine and the network more.
 */

import type { StrainLevel } from '../strain.js';

export interface MonitorQuality {
  /** Pixels of the picture's height. */
  height: number;
  maxBitrate: number;
  maxFramerate: number;
}

/** 320×180: three links of it cost a third of a core. */
const FEW: MonitorQuality = { height: 180, maxBitrate: 150_000, maxFramerate: 15 };
/** For rooms in which everybody sends to more than three. */
const MANY: MonitorQuality = { height: 90, maxBitrate: 60_000, maxFramerate: 10 };
/** Text on a shared screen has to stay readable. */
const SCREEN: MonitorQuality = { height: 720, maxBitrate: 400_000, maxFramerate: 5 };
const FEW_LINKS = 3;
const AUDIO_BITRATE = 32_000;

/** Null: no picture, while the machine is too slow for it beside the recording. */
export function qualityFor(
  kind: 'camera' | 'screen',
  links: number,
  strain: StrainLevel = 0,
): MonitorQuality | null {
  if (strain === 2) return null;
  if (kind === 'screen') return SCREEN;
  return links > FEW_LINKS || strain === 1 ? MANY : FEW;
}

/** Limits what a sender sends, without touching the track, which is recorded at full quality. */
export async function limitVideo(sender: RTCRtpSender, quality: MonitorQuality | null): Promise<void> {
  if (!quality) return limit(sender, { active: false });
  const { height = 720 } = sender.track?.getSettings() ?? {};
  const { maxBitrate, maxFramerate } = quality;
  await limit(sender, {
    active: true,
    scaleResolutionDownBy: Math.max(1, height / quality.height),
    maxBitrate,
    maxFramerate,
  });
}

/** Voices come first: a link that is short of bandwidth gives up pictures. */
export function limitAudio(sender: RTCRtpSender): Promise<void> {
  return limit(sender, { maxBitrate: AUDIO_BITRATE, priority: 'high', networkPriority: 'high' });
}

async function limit(sender: RTCRtpSender, encoding: RTCRtpEncodingParameters): Promise<void> {
  const parameters = sender.getParameters();
  const [first] = parameters.encodings;
  // Before the first negotiation some browsers have no encodings; they are limited after it.
  if (!first) return;
  Object.assign(first, encoding);
  // A link that closes meanwhile needs no limit.
  await sender.setParameters(parameters).catch(() => undefined);
}
