import type { ByteRange } from '../store/object-store.js';

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110 §14.2). `whole` for no header, another unit, several
 * ranges or anything malformed, which a server may ignore; `unsatisfiable` when no byte of it exists.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return 'whole';
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
