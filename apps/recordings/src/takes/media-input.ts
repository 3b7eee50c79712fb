import type { Input } from 'mediabunny';

/** Reads bytes from `start` up to but not including `end`. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>;

/** The index of a day in pictures and sound, or a picture that is larger than any of a camera. */
const MOST_AT_ONCE_BYTES = 32 * 1024 * 1024;

/**
 * A take as the media library reads it. The library is loaded with the first take, which saves its memory until
 * then. What a file claims to have in one piece is not read into memory when it is too much.
 * @param prefetchProfile with `none` it reads what it needs and not a byte around it.
 */
export async function openMedia(
  { sizeBytes }: { sizeBytes: number },
  read: ReadRange,
  prefetchProfile: 'fileSystem' | 'none' = 'fileSystem',
): Promise<Input> {
  const { CustomSource, Input, MP4, QTFF } = await import('mediabunny');
  const source = new CustomSource({
    getSize: () => sizeBytes,
    read: (start, end) => {
      if (end - start > MOST_AT_ONCE_BYTES)
        throw new Error('the file makes its reader read too much at once');
      return read(start, end);
    },
    prefetchProfile,
    handleUnhandledError: () => undefined,
  });
  return new Input({ source, formats: [MP4, QTFF] });
}

/** Reads no more than `mostBytes` in all: a hostile file may send its reader all over itself. */
export function boundedRead(file: { read: ReadRange }, mostBytes: number): ReadRange {
  let left = mostBytes;
  return async (start, end) => {
    left -= end - start;
    if (left < 0) throw new Error('the file makes its reader read too much');
    return file.read(start, end);
  };
}
