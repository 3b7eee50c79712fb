import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ServiceFrames } from './service-frames.js';

const RESTART = '880203f4';

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const short = Buffer.from([0x80 | opcode, Math.min(length, 126)]);
  if (length < 126) return Buffer.concat([short, payload]);
  const long = Buffer.alloc(length < 65_536 ? 2 : 8);
  if (length < 65_536) long.writeUInt16BE(length);
  else {
    short[1] = 127;
    long.writeBigUInt64BE(BigInt(length));
  }
  return Buffer.concat([short, long, payload]);
}

/** What arrives of these frames when they come in pieces, and the gateway stops once `stopAfter` bytes are through. */
function passed(bytes: Buffer, piece: number, stopAfter: number): Promise<Buffer> {
  const frames = new ServiceFrames({ highWaterMark: 10 * bytes.length });
  const arrived = buffer(frames);
  for (let at = 0; at < bytes.length; at += piece) {
    if (at >= stopAfter) frames.restart();
    frames.write(bytes.subarray(at, at + piece));
  }
  frames.restart();
  return arrived;
}

it.each([
  { piece: 1, lengths: [0, 1, 125, 126, 127, 300] },
  { piece: 7, lengths: [126, 0, 65_535, 65_536] },
  { piece: 4_096, lengths: [65_536, 1, 70_000] },
  { piece: 1_000_000, lengths: [0, 70_000, 3] },
])(
  'a caller is told to connect again after a whole frame, wherever the stop comes: in pieces of $piece',
  async ({ piece, lengths }) => {
    const frames = lengths.map((length) => frame(0x2, randomBytes(length)));
    const ends = frames.map((_each, index) => Buffer.concat(frames.slice(0, index + 1)).length);
    const bytes = Buffer.concat(frames);
    for (const stopAfter of [0, 1, 2, 3, 130, 131, 200, 66_000, bytes.length - 1]) {
      const arrived = await passed(bytes, piece, stopAfter);
      const before = arrived.subarray(0, -4);
      expect(arrived.subarray(-4).toString('hex')).toBe(RESTART);
      expect([0, ...ends]).toContain(before.length);
      expect(before.equals(bytes.subarray(0, before.length))).toBe(true);
    }
  },
);

it('a service that has said its goodbye has the last word', async () => {
  const goodbye = frame(0x8, Buffer.from([0x0f, 0xa1]));
  expect(await passed(goodbye, 1, goodbye.length)).toEqual(goodbye);
});
