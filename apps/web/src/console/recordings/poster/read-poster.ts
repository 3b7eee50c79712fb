import { shownHeaders } from '../../api/console-client.js';
import { Turns } from './turns.js';

const WIDTH = 320;
const HEIGHT = 180;
const QUALITY = 0.7;
/** A picture that a browser has not decoded by then, it cannot decode. */
const DECODING_MS = 5_000;

/** A `readyState` of media elements. */
const HAVE_CURRENT_DATA = 2;

const turns = new Turns(2);

/**
 * One picture of a recording, as the URL of a small JPEG that holds it; null where there is none, or this browser cannot decode it.
 * @throws Error when the server fails or cannot be reached; whatever the signal throws
 */
export function readPoster(recordingId: string, signal: AbortSignal): Promise<string | null> {
  return turns.take(async () => {
    const response = await fetch(`/console/api/recordings/${encodeURIComponent(recordingId)}/poster`, {
      signal,
      headers: shownHeaders(),
      cache: 'no-store',
      priority: 'low',
    });
    if (response.status >= 500) throw new Error(`The server answered ${response.status}.`);
    return response.status === 200 ? drawn(await response.blob()) : null;
  }, signal);
}

async function drawn(file: Blob): Promise<string | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    if (!(await isDecoded(video, url))) return null;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    const scale = Math.max(WIDTH / video.videoWidth, HEIGHT / video.videoHeight);
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
    canvas.getContext('2d')?.drawImage(video, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
    return canvas.toDataURL('image/jpeg', QUALITY);
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Data is there before a picture: drawn at once, it left one in thirty black. */
function isDecoded(video: HTMLVideoElement, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hasData = () => video.readyState >= HAVE_CURRENT_DATA;
    const timer = setTimeout(() => resolve(hasData()), DECODING_MS);
    const end = (isThere: boolean) => () => {
      clearTimeout(timer);
      resolve(isThere);
    };
    // Older browsers do not tell when a picture is there.
    const { requestVideoFrameCallback: tells }: Partial<HTMLVideoElement> = video;
    if (tells) tells.call(video, end(true));
    else video.addEventListener('loadeddata', end(true), { once: true });
    video.addEventListener('error', end(false), { once: true });
    video.muted = true;
    video.preload = 'auto';
    video.src = url;
  });
}
