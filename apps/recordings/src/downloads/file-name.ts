import type { RenditionName } from '../store/object-keys.js';
import { mediaTypeOf } from '../takes/content-type.js';

const EXTENSIONS: Record<string, string> = { 'video/mp4': 'mp4', 'audio/mp4': 'm4a' };

/** Name that a downloaded track is saved under. Made of our own ids only: nothing a caller typed reaches a disk. */
export function downloadFileName(
  recordingId: string,
  trackId: string,
  kind: string,
  contentType: string,
  rendition: 'original' | RenditionName = 'original',
): string {
  const made = rendition === 'original' ? '' : `-${rendition}`;
  const name = `${recordingId}-${kind}-${trackId.slice(-6)}${made}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return `${name}.${EXTENSIONS[mediaTypeOf(contentType)] ?? 'bin'}`;
}
