import { expect, it } from 'vitest';
import { deliverFrom } from './file-transfer.js';

/** A file of which every byte is its own position, modulo 251. */
function fileOf(size: number) {
  const reads: number[] = [];
  const read = (scratch: Buffer, offset: number, length: number, at: number) => {
    const bytesRead = Math.max(0, Math.min(length, size - at));
    for (let index = 0; index < bytesRead; index += 1) scratch[offset + index] = (at + index) % 251;
    reads.push(at);
    return Promise.resolve({ bytesRead, buffer: scratch });
  };
  return { reads, read: read as never };
}

it('bytes are not overwritten while their taker has them, and the next are read meanwhile', async () => {
  const file = fileOf(1_000);
  const seen: number[] = [];
  await deliverFrom(file, { start: 10, end: 899 }, Buffer.alloc(200), async (bytes) => {
    const [first = -1, readsBefore] = [bytes[0], file.reads.length];
    // Long enough for the next read to have filled the other half.
    while (file.reads.length === readsBefore && readsBefore < 9) await Promise.resolve();
    await Promise.resolve();
    expect(bytes.every((byte, index) => byte === (first + index) % 251)).toBe(true);
    seen.push(...bytes);
  });
  expect(seen).toEqual(Array.from({ length: 890 }, (_value, index) => (index + 10) % 251));
});

it('a taker that fails ends the reading, one read later at most', async () => {
  const file = fileOf(1_000_000);
  const refusal = new Error('gone');
  const delivered = deliverFrom(file, { start: 0, end: 999_999 }, Buffer.alloc(200), () =>
    Promise.reject(refusal),
  );
  await expect(delivered).rejects.toBe(refusal);
  expect(file.reads).toEqual([0, 100]);
});

it('a file that is too short is no success', async () => {
  const delivered = deliverFrom(fileOf(50), { start: 0, end: 99 }, Buffer.alloc(200), () =>
    Promise.resolve(),
  );
  await expect(delivered).rejects.toThrow('ends 50 bytes before');
});
