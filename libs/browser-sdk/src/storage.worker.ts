/** Entry of the storage worker: carries out the page's requests one after the other. */
import { execute } from './storage/take-writer.js';
import type { StorageReply, StorageRequest } from './storage/worker-protocol.js';

async function answer(request: StorageRequest): Promise<void> {
  const reply: StorageReply = { id: request.id };
  try {
    const durable = await execute(request);
    if (durable) reply.durable = durable;
  } catch (error) {
    const { name, message } = error as Error;
    reply.error = { name, message };
  }
  postMessage(reply);
}

let queue = Promise.resolve();
onmessage = ({ data }: MessageEvent<StorageRequest>) => {
  queue = queue.then(() => answer(data));
};
