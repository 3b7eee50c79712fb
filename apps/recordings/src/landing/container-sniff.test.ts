import { describe, expect, it } from 'vitest';
import { isMp4 } from './container-sniff.js';

const box = (type: string, size = 24): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  return bytes;
};

describe('the first bytes', () => {
  it.each(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'free'])(
    'of a file that begins with %s are those of an MP4',
    (type) => {
      expect(isMp4(box(type))).toBe(true);
      expect(isMp4(box(type, 1))).toBe(true);
    },
  );

  it.each([
    ['HTML', Buffer.from('<!doctype html><html>')],
    ['an SVG', Buffer.from('<svg xmlns="http://')],
    ['WebM', Buffer.from('1a45dfa39f4286810142f781', 'hex')],
    ['a Windows program', Buffer.from('4d5a90000300000004000000', 'hex')],
    ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['a box of an impossible size', box('ftyp', 7)],
    ['too few bytes', Buffer.from('ftyp')],
    ['nothing', Buffer.alloc(0)],
  ])('of %s are not', (_what, bytes) => {
    expect(isMp4(bytes)).toBe(false);
  });
});
