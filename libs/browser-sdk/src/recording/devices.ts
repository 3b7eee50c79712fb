/** Opens camera and microphone and maps refusals to SDK error codes. */
import { CaptureError, type CaptureErrorCode } from '../errors.js';
import { pause } from '../pause.js';
import type { PreviewOptions } from '../types.js';

const VIDEO: MediaTrackConstraints = {
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  frameRate: { ideal: 30 },
};
const BUSY_RETRY_MS = 300;

export function constraintsFor(options: PreviewOptions): MediaStreamConstraints {
  return { video: { ...VIDEO, ...options.video }, audio: options.audio ?? true };
}

/**
 * Opens the devices. Retries once: after a pause when a device is busy, or with looser constraints when
 * these cannot be met. Rejects with `permission_denied`, `no_devices` or `unsupported_browser`.
 */
export async function openDevices(
  constraints: MediaStreamConstraints,
  isRetry = false,
): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (cause) {
    const { name } = cause as Error;
    if (!isRetry && /NotReadable|Abort/.test(name)) {
      await pause(BUSY_RETRY_MS);
      return openDevices(constraints, true);
    }
    if (!isRetry && name === 'OverconstrainedError') return openDevices({ video: true, audio: true }, true);
    throw CaptureError.from(cause, codeFor(name));
  }
}

function codeFor(name: string): CaptureErrorCode {
  if (/NotAllowed|Security/.test(name)) return 'permission_denied';
  return name === 'TypeError' ? 'unsupported_browser' : 'no_devices';
}

/** Whether none of a stream's devices is gone. */
export function isLive(stream: MediaStream): boolean {
  return stream.getTracks().every(({ readyState }) => readyState === 'live');
}

export function closeDevices(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
