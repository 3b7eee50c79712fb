/** Entry of the storage worker: carries out the page's requests one after the other. */
import { execute } from './storage/file-writer.js';
import type { StorageReply, StorageRequest } from './storage/worker-protocol.js';

async function answer(request: StorageRequest): Promise<void> {
  const [id] = request;
  let reply: StorageReply = [id];
  try {
    await execute(request);
  } catch (error) {
    reply = [id, String(error)];
  }
  postMessage(reply);
}

let queue = Promise.resolve();
onmessage = ({ data }: MessageEvent<StorageRequest>) => {
  queue = queue.then(() => answer(data));
};
