/** Lowest versions of the specification; below them MP4 recording or OPFS is known to be absent or broken. */
const CHROMIUM_FLOOR = 124;
const SAFARI_FLOOR = 16.04;

/**
 * Whether this browser can record, store and hash a take. Needs both: a browser at or above the
 * specification's floor, and every capability really present (a version says nothing about an
 * insecure page or a build without an H.264 encoder). Always false in Firefox, and on a server.
 */
export function isSupported(): boolean {
  return (
    typeof isSecureContext === 'boolean' && isSecureContext && meetsFloor(navigator.userAgent) && isCapable()
  );
}

/** Reads the user agent against the floors; exported for its tests. */
export function meetsFloor(userAgent: string): boolean {
  if (/Firefox|FxiOS/.test(userAgent)) return false;
  const chromium = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent);
  if (chromium) return Number(chromium[1]) >= CHROMIUM_FLOOR;
  // Every browser on iOS is WebKit; those other than Safari tell only the system's version.
  const webkit = /Version\/(\d+)\.(\d+)/.exec(userAgent) ?? /OS (\d+)_(\d+)/.exec(userAgent);
  return !!webkit && Number(webkit[1]) + Number(webkit[2]) / 100 >= SAFARI_FLOOR;
}

function isCapable(): boolean {
  // Typed as always there, which they are only in a secure context of a browser that has them.
  const { mediaDevices, storage, locks }: Partial<Navigator> = navigator;
  return (
    !!mediaDevices &&
    !!locks &&
    typeof storage?.getDirectory === 'function' &&
    !!(crypto as Partial<Crypto>).subtle &&
    typeof Worker === 'function' &&
    typeof MediaRecorder === 'function' &&
    MediaRecorder.isTypeSupported('video/mp4')
  );
}
