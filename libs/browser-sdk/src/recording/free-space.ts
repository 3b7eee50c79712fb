import { CaptureError } from '../errors.js';
import type { RecorderSettings } from '../storage/take-record.js';
import type { HealthEvent } from '../types.js';

/** Browsers estimate usage coarsely; twice the size has proven to be enough. */
const FACTOR = 2;
/** Assumed duration of a take without a limit. */
const DEFAULT_SEC = 300;
/** Below this, recording is refused. */
const MIN_BYTES = 20_000_000;

/**
 * Checks the free space before a take. Rejects with `quota_exceeded` when almost nothing is left. Only
 * warns when a take of the maximum duration may not fit: most takes are shorter.
 */
export async function checkFreeSpace(
  { videoBitsPerSecond, audioBitsPerSecond }: RecorderSettings,
  maxDurationSec = DEFAULT_SEC,
  onHealth: (event: HealthEvent) => void,
): Promise<void> {
  // Safari has no estimate() before version 17. What is not known counts as enough.
  const storage: Partial<StorageManager> = navigator.storage;
  // Asks the browser not to evict this origin's storage.
  void storage.persist?.().catch(() => undefined);
  const { quota = Infinity, usage = 0 } = (await storage.estimate?.().catch(() => undefined)) ?? {};
  const availableBytes = quota - usage;
  const wantedBytes = (FACTOR * (videoBitsPerSecond + audioBitsPerSecond) * maxDurationSec) / 8;
  if (availableBytes < MIN_BYTES) throw new CaptureError('quota_exceeded');
  if (availableBytes < wantedBytes) onHealth({ type: 'storage_low', atMs: 0, availableBytes, wantedBytes });
}
