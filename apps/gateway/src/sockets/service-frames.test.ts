import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ServiceFrames } from './service-frames.js';

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

/** What is passed on of these frames when they come in pieces, and the gateway stops once `stopAfter` bytes are through. */
function passed(frames: ServiceFrames, bytes: Buffer, piece: number, stopAfter: number): Buffer {
  const arrived: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    if (at >= stopAfter) frames.restart();
    arrived.push(frames.passed(bytes.subarray(at, at + piece)));
  }
  frames.restart();
  return Buffer.concat(arrived);
}

it.each([
  { piece: 1, lengths: [0, 1, 125, 126, 127, 300] },
  { piece: 7, lengths: [126, 0, 65_535, 65_536] },
  { piece: 4_096, lengths: [65_536, 1, 70_000] },
  { piece: 1_000_000, lengths: [0, 70_000, 3] },
])(
  'what is passed on before a restart ends with a whole frame, wherever the stop comes: in pieces of $piece',
  ({ piece, lengths }) => {
    const sent = lengths.map((length) => frame(0x2, randomBytes(length)));
    const ends = sent.map((_each, index) => Buffer.concat(sent.slice(0, index + 1)).length);
    const bytes = Buffer.concat(sent);
    for (const stopAfter of [0, 1, 2, 3, 130, 131, 200, 66_000, bytes.length - 1]) {
      const frames = new ServiceFrames();
      const arrived = passed(frames, bytes, piece, stopAfter);
      expect([frames.isOver, frames.hasClosed]).toEqual([true, false]);
      expect([0, ...ends]).toContain(arrived.length);
      expect(arrived.equals(bytes.subarray(0, arrived.length))).toBe(true);
    }
  },
);

it('a service that has said its goodbye has the last word', () => {
  const goodbye = frame(0x8, Buffer.from([0x0f, 0xa1]));
  const frames = new ServiceFrames();
  expect(passed(frames, goodbye, 1, goodbye.length)).toEqual(goodbye);
  expect(frames.hasClosed).toBe(true);
});
