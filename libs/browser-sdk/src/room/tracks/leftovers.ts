import { StorageWorker } from '../../storage/storage-worker.js';
import { TrackUploads } from './track-uploads.js';

/**
 * Sends what earlier pages of this origin recorded in rooms and did not send, without entering one: for a page that is
 * opened after the room has ended. The list may be empty; `onChange` is called whenever it changes.
 */
export async function sendLeftovers(
  onChange: () => void,
  { workerUrl }: { workerUrl?: string | URL } = {},
): Promise<TrackUploads> {
  const uploads = new TrackUploads(new StorageWorker(workerUrl), {}, onChange);
  await uploads.recover();
  return uploads;
}
