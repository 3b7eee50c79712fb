import { beforeEach, describe, expect, it } from 'vitest';
import { previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import {
  fake,
  health,
  page,
  recordedSec,
  restartBrowser,
  sentManifest,
  usePage,
} from '../fixtures/test-page.js';

usePage();

declare global {
  interface Window {
    /** Turns the fake camera by a quarter. */
    turn: () => void;
  }
}

const UPRIGHT = '360x640';
const ACROSS = '640x360';

/** A phone's camera, held upright, beside the live microphone. */
async function holdPhone(): Promise<void> {
  await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    [canvas.width, canvas.height] = [360, 640];
    let frame = 0;
    setInterval(() => {
      if (!context) return;
      context.fillStyle = `hsl(${++frame * 7} 80% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }, 33);
    window.turn = () => ([canvas.width, canvas.height] = [canvas.height, canvas.width]);
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const sound = await real({ audio: constraints?.audio ?? true });
      return new MediaStream([...canvas.captureStream(30).getTracks(), ...sound.getTracks()]);
    };
  });
}

/** Turns the phone, and waits until what it records since is on disk. */
async function turn(): Promise<void> {
  const resized = health('resized');
  await page.evaluate(() => window.turn());
  await resized;
  await health('durable', 2);
}

/** Plays the take from its beginning, then at points before and behind. The sizes of the picture that were seen. */
function play(seconds: number[]): Promise<string[]> {
  return page.evaluate(async (points) => {
    const video = document.createElement('video');
    video.muted = true;
    video.playbackRate = 4;
    const failed = new Promise<never>((_, reject) => {
      video.onerror = () => reject(new Error(video.error?.message));
    });
    const seen: string[] = [];
    const size = () => `${video.videoWidth}x${video.videoHeight}`;
    video.onresize = () => seen.push(size());
    video.src = window.client.take?.previewUrl ?? '';
    await Promise.race([video.play(), failed]);
    await Promise.race([new Promise((resolve) => (video.onended = resolve)), failed]);
    for (const point of points) {
      const sought = new Promise((resolve) => (video.onseeked = resolve));
      video.currentTime = point;
      await Promise.race([sought, failed]);
      seen.push(size());
    }
    return seen;
  }, seconds);
}

describe('a phone that is turned while it records', () => {
  describe.each(['avc1', 'avc3'])('under %s', (codec) => {
    beforeEach(async () => {
      await page.evaluate((wanted) => {
        const real = MediaRecorder.isTypeSupported.bind(MediaRecorder);
        MediaRecorder.isTypeSupported = (type) => !/avc./.test(type.replace(wanted, '')) && real(type);
      }, codec);
      await holdPhone();
    });

    it('goes on recording, in one file that plays in both sizes, forward and back', async () => {
      await record(page, 3);
      await turn();
      expect(await page.evaluate(() => window.client.state)).toBe('recording');
      const { endReason } = await page.evaluate(() => window.client.stop());
      expect(endReason).toBe('stopped');
      const media = await inspect(await previewBytes(page));
      expect(media.sizes).toEqual([UPRIGHT, ACROSS]);
      expect(media.codecs).toEqual(['h264', 'opus']);
      const [beginning, end] = [0.1, media.durationSec - 0.3];
      expect(await play([beginning, end, beginning, end])).toEqual([
        ...[UPRIGHT, ACROSS],
        ...[UPRIGHT, UPRIGHT, ACROSS, ACROSS, UPRIGHT, UPRIGHT, ACROSS, ACROSS],
      ]);

      expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
      const { recorder, interruptions, segments } = sentManifest();
      expect(recorder.mimeType).toBe(`video/mp4;codecs=${codec},opus`);
      expect(interruptions).toMatchObject([{ type: 'resized' }]);
      expect(segments.at(-1)).toMatchObject({ endReason: 'stopped' });
      expect(media.durationSec).toBeGreaterThan(recordedSec() - 1);
      expect(media.durationSec).toBeLessThan(recordedSec() + 0.5);
    });

    it('again and again, says in the manifest what is missing around each turn', async () => {
      await record(page, 3);
      for (let turns = 0; turns < 4; turns++) await turn();
      await page.evaluate(() => window.client.stop());
      const media = await inspect(await previewBytes(page));
      expect(media.sizes).toEqual([UPRIGHT, ACROSS, UPRIGHT, ACROSS, UPRIGHT]);
      await submit(page);
      const { interruptions, segments } = sentManifest();
      expect(interruptions.map(({ type }) => type)).toEqual(Array(4).fill('resized'));
      // What no segment has, an interruption accounts for.
      for (const [index, { startMs, durationMs }] of segments.slice(0, -1).entries()) {
        const gap = interruptions[index];
        expect(gap?.atMs).toBeLessThanOrEqual(startMs + durationMs);
        expect((gap?.atMs ?? 0) + (gap?.durationMs ?? 0)).toBeGreaterThanOrEqual(
          segments[index + 1]?.startMs ?? Infinity,
        );
      }
    });

    it('at once after the start, and just before the stop, gives a file that plays', async () => {
      await page.evaluate(() => {
        let isFirst = true;
        window.MediaRecorder = class extends MediaRecorder {
          constructor(...of: ConstructorParameters<typeof MediaRecorder>) {
            super(...of);
            if (isFirst) this.addEventListener('start', () => window.turn());
            isFirst = false;
          }
        };
      });
      const resized = health('resized');
      await record(page);
      await resized;
      await health('durable', 3);
      await page.evaluate(() => {
        window.turn();
        return window.client.stop();
      });
      const { sizes } = await inspect(await previewBytes(page));
      expect(sizes).toContain(ACROSS);
    });

    it('and whose browser is killed then, has a take that is recovered whole', async () => {
      await record(page, 3);
      await turn();
      await restartBrowser();
      await page.evaluate(() => window.client.recover());
      expect((await inspect(await previewBytes(page))).sizes).toEqual([UPRIGHT, ACROSS]);
      expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
      expect(fake.takes.size).toBe(1);
    });
  });
});
