/** Where takes lie in the origin-private file system. */

/** The folder that holds every take of this origin, each in a folder of its own. */
export const ROOT = 'capture-v1';
export const JOURNAL = 'journal.log';
export const UPLOAD = 'upload.json';
/** Written alternately, so that a torn write leaves the other copy whole. */
export const MANIFESTS = ['manifest.a', 'manifest.b'] as const;

export function segmentName(index: number): string {
  return `seg-${String(index).padStart(3, '0')}.mp4`;
}
