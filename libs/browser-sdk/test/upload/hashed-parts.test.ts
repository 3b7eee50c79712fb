import { beforeEach, expect, it } from 'vitest';
import { newClient, previewBytes, submit } from '../fixtures/browser.js';
import { fake, page, usePage } from '../fixtures/test-page.js';

const MIB = 1024 * 1024;
const CHUNK = 3 * MIB;

declare global {
  interface Window {
    /** Bytes of everything large that was hashed. */
    hashed: number[];
  }
}

usePage();
beforeEach(async () => {
  fake.partSize = 8 * MIB;
  await page.evaluate(() => localStorage.clear());
});

/** What the test's recorder gives, without a pause between two chunks: fragments of some size, cut into chunks of CHUNK bytes. */
interface Given {
  chunks: number;
  fragmentBytes?: number;
}

/** Records what is given, and waits until so many bytes of it can be played. */
async function recordChunks(
  { chunks, fragmentBytes = CHUNK }: Given,
  playable = chunks * CHUNK,
): Promise<void> {
  await page.evaluate(
    async ([bytes, chunkBytes, fragment, wanted]) => {
      window.hashed = [];
      const digest = crypto.subtle.digest.bind(crypto.subtle);
      crypto.subtle.digest = (name, data) => {
        if (data.byteLength > 10_000) window.hashed.push(data.byteLength);
        return digest(name, data);
      };
      const box = (type: string, content: Blob) => {
        const head = new DataView(new ArrayBuffer(8));
        head.setUint32(0, 8 + content.size);
        for (const [at, char] of [...type].entries()) head.setUint8(4 + at, char.charCodeAt(0));
        return new Blob([head, content]);
      };
      const noise = crypto.getRandomValues(new Uint8Array(65_536));
      const file: Blob[] = [];
      for (let at = 0; at < bytes; at += fragment) {
        const repeated = Array<Uint8Array<ArrayBuffer>>(Math.ceil(fragment / noise.length)).fill(noise);
        const content = new Blob([String(at), ...repeated]).slice(0, fragment - 16);
        file.push(box('moof', new Blob()), box('mdat', content));
      }
      const media = new Blob(file);
      class Recorder {
        static isTypeSupported = () => true;
        state = 'inactive';
        ondataavailable?: (event: { data: Blob }) => void;
        onstop?: () => void;
        start() {
          this.state = 'recording';
          for (let at = 0; at < bytes; at += chunkBytes)
            this.ondataavailable?.({ data: media.slice(at, Math.min(bytes, at + chunkBytes)) });
        }
        stop() {
          this.state = 'inactive';
          this.onstop?.();
        }
      }
      window.MediaRecorder = Recorder as unknown as typeof MediaRecorder;
      const { client } = window;
      await client.preview();
      let durable = 0;
      client.on('health', (event) => {
        if (event.type === 'durable') durable = event.sizeBytes;
      });
      await client.start();
      while (durable < wanted) await new Promise(requestAnimationFrame);
    },
    [chunks * CHUNK, CHUNK, fragmentBytes, playable] as const,
  );
}

const hashed = () => page.evaluate(() => window.hashed);

it('a take is hashed part by part while it is recorded, and afterwards only the rest of it', async () => {
  await recordChunks({ chunks: 6 });
  expect(await hashed()).toEqual([8 * MIB, 8 * MIB]);
  await page.evaluate(() => window.client.stop());
  const local = await previewBytes(page);
  expect(local).toHaveLength(18 * MIB);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(await hashed()).toEqual([8 * MIB, 8 * MIB, 2 * MIB]);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('a device that knows its network hashes in parts of the size that it will ask for', async () => {
  await page.evaluate((size) => localStorage.setItem('capture:part-size', String(size)), 4 * MIB);
  fake.heedsHints = true;
  await recordChunks({ chunks: 3 });
  expect(await hashed()).toEqual([4 * MIB, 4 * MIB]);
  await page.evaluate(() => window.client.stop());
  const local = await previewBytes(page);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(await hashed()).toEqual([4 * MIB, 4 * MIB, MIB]);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('what the service wants in parts of another size is hashed in these', async () => {
  fake.partSize = 4 * MIB;
  await recordChunks({ chunks: 3 });
  await page.evaluate(() => window.client.stop());
  const local = await previewBytes(page);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(await hashed()).toEqual([8 * MIB, 4 * MIB, 4 * MIB, MIB]);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('a part that was hashed and has no end in the file that is sent is hashed again as it is', async () => {
  // The last fragment that fits ends before the part does.
  fake.request.limits = { maxSizeBytes: 10 * MIB, partSizeBytes: fake.partSize };
  await recordChunks({ chunks: 4, fragmentBytes: 7 * MIB }, 7 * MIB);
  const { sizeBytes } = await page.evaluate(() => window.client.stop());
  expect([sizeBytes, await hashed()]).toEqual([7 * MIB, [8 * MIB]]);
  const local = await previewBytes(page);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(await hashed()).toEqual([8 * MIB, 7 * MIB]);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('a file with other bytes than were hashed while it was recorded is sent as it is, once that was refused', async () => {
  await recordChunks({ chunks: 3 });
  const { id } = await page.evaluate(() => window.client.stop());
  await page.evaluate(() => window.client.destroy());
  await page.evaluate(async (takeId) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('capture-v1');
    const folder = await root.getDirectoryHandle(takeId);
    const file = await folder.getFileHandle('seg-000.mp4');
    const writer = await file.createWritable({ keepExistingData: true });
    await writer.write({ type: 'write', position: 5000, data: 'other bytes' });
    await writer.close();
  }, id);
  await newClient(page, fake);
  await page.evaluate(() => window.client.recover());
  const local = await previewBytes(page);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(fake.bytes.equals(local)).toBe(true);
});
