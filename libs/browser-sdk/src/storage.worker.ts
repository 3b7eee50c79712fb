/** Entry of the storage worker: carries out the page's requests one after the other. */
import { execute } from './storage/file-writer.js';
import type { StorageReply, StorageRequest } from './storage/worker-protocol.js';

let queue = Promise.resolve();
onmessage = ({ data }: MessageEvent<StorageRequest>) => {
  queue = queue
    .then(() => execute(data))
    .catch(String)
    .then((error) => postMessage([data[0], error] as StorageReply));
};
