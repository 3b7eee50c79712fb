import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readPoster } from './read-poster.js';

/** Draws nothing until it has a picture, which comes a while after its data. */
class Video extends EventTarget {
  readonly videoWidth = 1280;
  readonly videoHeight = 720;
  readyState = 0;
  hasPicture = false;
  requestVideoFrameCallback?: (shown: () => void) => void;
  private shown = (): void => undefined;

  constructor(tellsPictures: boolean) {
    super();
    if (tellsPictures) this.requestVideoFrameCallback = (shown) => (this.shown = shown);
  }

  set src(_url: string) {
    queueMicrotask(() => {
      this.readyState = 2;
      this.dispatchEvent(new Event('loadeddata'));
      setTimeout(() => {
        this.hasPicture = true;
        this.shown();
      });
    });
  }

  removeAttribute(): void {
    this.hasPicture = false;
  }

  load(): void {}
}

let tellsPictures: boolean;
/** Whether there was a picture, for each time that a video was drawn. */
const drawn: boolean[] = [];

beforeEach(() => {
  drawn.length = 0;
  const canvas = () => ({
    getContext: () => ({ drawImage: (video: Video) => drawn.push(video.hasPicture) }),
    toDataURL: () => 'data:image/jpeg;base64,',
  });
  vi.stubGlobal('document', {
    createElement: (name: string) => (name === 'video' ? new Video(tellsPictures) : canvas()),
  });
  vi.stubGlobal('fetch', async () => new Response('mp4'));
});
afterEach(() => vi.unstubAllGlobals());

it('a picture is drawn once the browser has one, which its data alone does not say', async () => {
  tellsPictures = true;
  expect(await readPoster('rec_1', new AbortController().signal)).toContain('image/jpeg');
  expect(drawn).toEqual([true]);
});

it('a browser that does not tell of pictures draws as soon as there is data', async () => {
  tellsPictures = false;
  expect(await readPoster('rec_1', new AbortController().signal)).toContain('image/jpeg');
  expect(drawn).toHaveLength(1);
});
