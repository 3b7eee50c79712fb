import { call, ConsoleError } from '../../api/console-client.js';

const PATH = '/console/api/recordings/{id}/tracks/{trackId}/playback-url';
/** As long as a URL can be had for. */
const LASTS_SEC = 3600;
const ASK_AGAIN_MS = 2000;
/** A call waits for the copy itself, so that this is for minutes. Then the file as it was recorded has to do. */
const MOST_ASKS = 30;

/**
 * Where each track can be played for an hour, by its id: a copy that players can seek in, or the file as it was recorded where there
 * can be no copy. Waits while copies are being made.
 * @throws ConsoleError
 */
export async function playbackUrls(
  recordingId: string,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const urls = trackIds.map(async (trackId) => [trackId, await urlOf({ id: recordingId, trackId })] as const);
  return new Map(await Promise.all(urls));
}

async function urlOf(at: { id: string; trackId: string }): Promise<string> {
  for (let asked = 0; asked < MOST_ASKS; asked += 1) {
    const seekable = await ask(at, 'seekable').catch((error: unknown) => {
      if (error instanceof ConsoleError && error.status === 409) return error;
      throw error;
    });
    if (typeof seekable === 'string') return seekable;
    if (seekable.code !== 'track_not_ready') break;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  return ask(at, 'original');
}

async function ask(at: { id: string; trackId: string }, rendition: 'original' | 'seekable'): Promise<string> {
  const { url } = await call('post', PATH, { at, body: { rendition, expiresInSec: LASTS_SEC } });
  return url;
}
