/** The file cannot be remuxed, however often it is tried. The message says why. */
export class NotRemuxable extends Error {}

/** More packets than ten hours of video and audio have. A file that claims more is made to exhaust its reader. */
export const MAX_PACKETS = 3_000_000;
