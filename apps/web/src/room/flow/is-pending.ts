import type { TrackUpload } from '@capture/browser/room';

/** Whether the page has to stay open for it. */
export function isPending({ phase, isGivenUp }: TrackUpload): boolean {
  return phase !== 'done' && !isGivenUp;
}
