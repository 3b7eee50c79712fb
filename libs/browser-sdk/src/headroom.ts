import type { RecorderSettings } from './engine.js';
import { CaptureError } from './errors.js';
import type { HealthEvent } from './types.js';

/** Browsers count roughly and early; twice the size has been seen to be enough. */
const FACTOR = 2;
/** What a take of an unknown length is taken for. */
const DEFAULT_SEC = 300;
/** With less than this there is no use in beginning. */
const MIN_BYTES = 20_000_000;

/**
 * Looks at the free space before a take. Rejects with `quota_exceeded` where it is next to nothing;
 * warns where the longest allowed take may not fit, since most takes are shorter than that.
 */
export async function checkHeadroom(
  { videoBitsPerSecond, audioBitsPerSecond }: RecorderSettings,
  maxDurationSec = DEFAULT_SEC,
  onHealth: (event: HealthEvent) => void,
): Promise<void> {
  // Asks the browser not to clear this origin of its own accord while a take is on it.
  void navigator.storage.persist().catch(() => undefined);
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  const availableBytes = quota - usage;
  const wantedBytes = (FACTOR * (videoBitsPerSecond + audioBitsPerSecond) * maxDurationSec) / 8;
  if (availableBytes < MIN_BYTES) {
    throw new CaptureError('quota_exceeded', { detail: `${availableBytes} bytes free` });
  }
  if (availableBytes < wantedBytes) onHealth({ type: 'storage_low', atMs: 0, availableBytes, wantedBytes });
}
