import encodeQR from 'qr';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { pathOf } from './qr-path.js';

const SECRET_URI =
  'otpauth://totp/Capture:ada%40acme.example?issuer=Capture&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const SCALE = 4;

/** The pixels of a path of unit squares, dark on light. */
function drawn(path: string, modules: number): { width: number; height: number; data: Uint8Array } {
  const size = modules * SCALE;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let pixel = 0; pixel < SCALE * SCALE; pixel += 1) {
      const x = Number(column) * SCALE + (pixel % SCALE);
      const y = Number(row) * SCALE + Math.floor(pixel / SCALE);
      data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  return { width: size, height: size, data };
}

describe('the picture of a QR code', () => {
  it('has a square for each dark module, in its column and row', () => {
    const path = pathOf([
      [true, false, false],
      [false, false, true],
    ]);
    expect(path).toBe('M0 0h1v1h-1zM2 1h1v1h-1z');
  });

  it('reads as the text that it was made of', () => {
    const modules = encodeQR(SECRET_URI, 'raw', { ecc: 'medium', border: 4 });
    expect(decodeQR(drawn(pathOf(modules), modules.length))).toBe(SECRET_URI);
  });
});
