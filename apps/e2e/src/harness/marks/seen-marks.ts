/** What a page's own devices showed, and when, beside all that the product's code does with them. */
import type { BrowserContext, Page } from 'playwright-core';
import { CLICK_LEVEL, numberOf, STRIPES } from './marked-devices.js';

/** Times are of the page's monotonic clock, in Unix milliseconds. */
export interface SeenMarks {
  pictures: { at: number; number: number }[];
  /** When each click was captured. */
  clicks: number[];
}

interface Noted {
  pictures: { at: number; stripes: number[] }[];
  clicks: number[];
}

/** Has the pages of a context note their marks. */
export async function noteMarks(context: BrowserContext): Promise<void> {
  await context.addInitScript(note, { stripes: STRIPES, level: CLICK_LEVEL });
}

export async function seenMarks(page: Page): Promise<SeenMarks> {
  const { pictures, clicks } = await page.evaluate(() => (window as unknown as { marks: Noted }).marks);
  const numbered = pictures.map(({ at, stripes }) => ({ at, number: numberOf(stripes) }));
  return { pictures: numbered.filter((each) => each.number !== null) as SeenMarks['pictures'], clicks };
}

export interface ClockComparison {
  /** What has to be added to the page's time to get this process's. */
  offsetMs: number;
  /** How far off that may be. */
  uncertaintyMs: number;
}

/** The page's clock beside this process's, by the shortest of many round trips. */
export async function compareClocks(page: Page): Promise<ClockComparison> {
  const now = (): number => performance.timeOrigin + performance.now();
  let best: ClockComparison = { offsetMs: 0, uncertaintyMs: Infinity };
  for (let round = 0; round < 60; round += 1) {
    const sent = now();
    const deviceAt = await page.evaluate(() => performance.timeOrigin + performance.now());
    const uncertaintyMs = (now() - sent) / 2;
    if (uncertaintyMs < best.uncertaintyMs)
      best = { offsetMs: sent + uncertaintyMs - deviceAt, uncertaintyMs };
  }
  return best;
}

/** Runs in the page: nothing from outside is in its reach. */
function note({ stripes, level }: { stripes: number; level: number }): void {
  const marks: Noted = { pictures: [], clicks: [] };
  Object.assign(window, { marks });
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    for (const track of stream.getVideoTracks()) watch(track.clone());
    for (const track of stream.getAudioTracks()) void listen(track.clone());
    return stream;
  };

  function watch(track: MediaStreamTrack): void {
    const video = document.createElement('video');
    const canvas = Object.assign(document.createElement('canvas'), { width: stripes * 8, height: 8 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    video.muted = true;
    video.srcObject = new MediaStream([track]);
    void video.play();
    const next = (): void => {
      video.requestVideoFrameCallback((_now, { captureTime }) => {
        next();
        if (captureTime === undefined || !context) return;
        context.drawImage(video, 0, 0, canvas.width, canvas.height);
        const { data } = context.getImageData(0, 4, canvas.width, 1);
        const middle = (stripe: number): number => data[(stripe * 8 + 4) * 4] ?? 0;
        const at = performance.timeOrigin + captureTime;
        marks.pictures.push({ at, stripes: Array.from({ length: stripes }, (_, stripe) => middle(stripe)) });
      });
    };
    next();
  }

  async function listen(track: MediaStreamTrack): Promise<void> {
    const Processor = (
      window as unknown as {
        MediaStreamTrackProcessor: new (of: object) => { readable: ReadableStream<AudioData> };
      }
    ).MediaStreamTrackProcessor;
    // Kept while the page is busy: the browser's own ten chunks are a tenth of a second.
    const reader = new Processor({ track, maxBufferSize: 300 }).readable.getReader();
    let silentSince = -Infinity;
    for (;;) {
      const { value: chunk } = await reader.read();
      if (!chunk) return;
      const samples = new Float32Array(chunk.numberOfFrames);
      chunk.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      const begun = performance.timeOrigin + chunk.timestamp / 1000;
      const loud = samples.findIndex((sample) => Math.abs(sample) > level);
      const at = begun + (loud / chunk.sampleRate) * 1000;
      chunk.close();
      if (loud < 0) continue;
      if (at - silentSince > 500) marks.clicks.push(at);
      silentSince = at;
    }
  }
}
