/** Lowest supported versions (specification). Below them MP4 recording or OPFS is missing or broken. */
const CHROMIUM_FLOOR = 124;
const SAFARI_FLOOR = 16.04;

/**
 * Whether this browser can record, store and hash a take: its version is at or above the floor, and every
 * capability is present (the version says nothing about an insecure page or a build without H.264).
 * Always false in Firefox and on a server.
 */
export function isSupported(): boolean {
  // Absent on a server, as everything below.
  return !!globalThis.isSecureContext && meetsFloor(navigator.userAgent) && isCapable();
}

/** Compares the user agent with the floors. Exported for tests. */
export function meetsFloor(userAgent: string): boolean {
  // Elsewhere Firefox looks like none of these.
  if (/FxiOS/.test(userAgent)) return false;
  const chromium = /Chrom\w+\/(\d+)/.exec(userAgent);
  if (chromium) return Number(chromium[1]) >= CHROMIUM_FLOOR;
  // On an iPad that poses as a Mac, Chrome and apps tell no version of WebKit. What came with Safari 16.4 tells it.
  if (/Macintosh.*CriOS|Gecko\)$/.test(userAgent)) return !!globalThis.CompressionStream;
  // Every browser on iOS is WebKit; others than Safari give only the system's version, which is Safari's there.
  const webkit = /Version\/(\d+)\.(\d+)/.exec(userAgent) ?? /OS (\d+)_(\d+)/.exec(userAgent);
  return !!webkit && Number(webkit[1]) + Number(webkit[2]) / 100 >= SAFARI_FLOOR;
}

function isCapable(): boolean {
  // The DOM types declare these as always present; older browsers and builds lack them. Hashing and workers are everywhere
  // where there is such a storage.
  const { mediaDevices, storage, locks }: Partial<Navigator> = navigator;
  const { MediaRecorder: recorder }: Partial<typeof globalThis> = globalThis;
  return !!(mediaDevices && locks && !!storage?.getDirectory && recorder?.isTypeSupported('video/mp4'));
}
