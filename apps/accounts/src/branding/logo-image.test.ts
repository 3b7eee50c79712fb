import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '@capture/contracts';
import { readLogo } from './logo-image.js';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b5fff' } });

const read = (bytes: Buffer) => readLogo(bytes.toString('base64'), 'image');

/** A PNG that says it has so many pixels, all of them black and packed into few bytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is taken as %s and kept as a PNG within 512 pixels',
    async (kind) => {
      const logo = await read(await picture(1024, 256).toFormat(kind).toBuffer());
      const { format, width, height } = await sharp(logo.png).metadata();
      expect([format, width, height]).toEqual(['png', 512, 128]);
      expect(logo.sha256).toBe(sha256Hex(logo.png));
    },
  );

  it('keeps nothing of what a camera wrote into it, and stands upright', async () => {
    const exif = { IFD0: { Artist: 'canary-artist' } };
    const bytes = await picture(40, 20).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect(bytes.includes('canary-artist')).toBe(true);
    const { png } = await read(bytes);
    const { width, height, exif: kept } = await sharp(png).metadata();
    expect([width, height, kept]).toEqual([20, 40, undefined]);
    expect(Buffer.from(png).includes('canary-artist')).toBe(false);
  });

  it('of more pixels than we decode is refused: few bytes unfold to no large picture', async () => {
    await expect(read(bomb(4096))).resolves.toBeDefined();
    const bytes = bomb(8192);
    expect(bytes.length).toBeLessThan(100_000);
    await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid_input', extras: { field: 'image' } });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => picture(9, 9).gif().toBuffer()],
    [
      'a PNG with something behind it',
      async () => Buffer.concat([await picture(9, 9).png().toBuffer(), Buffer.from('PK')]),
    ],
    [
      'a JPEG with something behind it',
      async () => Buffer.concat([await picture(9, 9).jpeg().toBuffer(), Buffer.from('PK')]),
    ],
    [
      'a WebP with something behind it',
      async () => Buffer.concat([await picture(9, 9).webp().toBuffer(), Buffer.from('PK')]),
    ],
    [
      'a PNG that is cut off',
      async () =>
        Buffer.concat([
          (await picture(9, 9).png().toBuffer()).subarray(0, 45),
          Buffer.from('0000000049454e44ae426082', 'hex'),
        ]),
    ],
    [
      'a JPEG that lacks its second half',
      async () => {
        const whole = await picture(200, 200).jpeg().toBuffer();
        return Buffer.concat([whole.subarray(0, whole.length * 0.8), Buffer.from('ffd9', 'hex')]);
      },
    ],
    ['nothing', async () => Buffer.alloc(0)],
  ])('that is %s is refused', async (_what, bytes) => {
    await expect(read(await bytes())).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('that is not base64 is refused', async () => {
    await expect(readLogo('<svg/>', 'image')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
