/** Boxes that an ISO base media file, whole or recovered, may begin with (ISO/IEC 14496-12 §4.2). */
const FIRST_BOXES = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'free',
  'skip',
  'wide',
  'pdin',
  'sidx',
  'emsg',
]);

/** Bytes that `isMp4` needs to see. */
export const SNIFFED_BYTES = 16;

/**
 * True when the first bytes are those of an MP4 file, whatever the sender called it. A page of HTML, an executable or
 * another container is not; a damaged or odd MP4 still is.
 */
export function isMp4(head: Buffer): boolean {
  if (head.length < 8) return false;
  const size = head.readUInt32BE(0);
  // 1 means that a 64-bit size follows, 0 that the box goes to the end of the file.
  return FIRST_BOXES.has(head.toString('latin1', 4, 8)) && (size >= 8 || size === 1 || size === 0);
}
