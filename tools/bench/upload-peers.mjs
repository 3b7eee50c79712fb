// Two peers of the upload benchmark in a process of their own: the reference tus server over its file store, and
// Fastify piping one stream into one file. Both answer only once the bytes are on disk.
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import fastify from 'fastify';

const directory = process.argv[2];
await mkdir(directory, { recursive: true });

async function sync(path) {
  const file = await open(path, 'r');
  await file.datasync();
  await file.close();
}

const tus = new Server({
  path: '/files',
  datastore: new FileStore({ directory }),
  onUploadFinish: async (_request, upload) => {
    await sync(join(directory, upload.id));
    return {};
  },
});
const tusServer = createServer((request, response) => void tus.handle(request, response));
tusServer.listen(0, '127.0.0.1', async () => {
  const app = fastify({ bodyLimit: Number.MAX_SAFE_INTEGER });
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.put('/', async (request, reply) => {
    const path = join(directory, 'plain.bin');
    await pipeline(request.body, createWriteStream(path));
    await sync(path);
    return reply.status(204).send();
  });
  app.delete('/', async (_request, reply) => {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory);
    return reply.status(204).send();
  });
  const plain = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send({ tus: `http://127.0.0.1:${tusServer.address().port}/files`, plain });
});
process.on('disconnect', () => process.exit(0));
