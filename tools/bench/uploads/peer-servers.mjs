// Two peers of the upload benchmark in a process of their own: the reference tus server over its file store, and
// Fastify piping streams into files. Both hash what arrives, and answer with the SHA-256 once the bytes are on disk.
import { createHash } from 'node:crypto';
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

/** Hashes what flows out of `stream`, which somebody else has to read. */
function hashOf(stream) {
  const hash = createHash('sha256');
  stream.on('data', (chunk) => hash.update(chunk));
  return hash;
}

const hashes = new Map();

class HashingStore extends FileStore {
  write(readable, id, offset) {
    hashes.set(id, hashOf(readable));
    return super.write(readable, id, offset);
  }
}

const tus = new Server({
  path: '/files',
  datastore: new HashingStore({ directory }),
  onUploadFinish: async (_request, { id }) => {
    await sync(join(directory, id));
    const digest = hashes.get(id).digest('hex');
    hashes.delete(id);
    return { headers: { 'x-sha256': digest } };
  },
});
const tusServer = createServer((request, response) => void tus.handle(request, response));
tusServer.listen(0, '127.0.0.1', async () => {
  const app = fastify({ bodyLimit: Number.MAX_SAFE_INTEGER });
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.put('/:name', async (request, reply) => {
    const path = join(directory, `plain-${Number(request.params.name)}.bin`);
    const hash = hashOf(request.body);
    await pipeline(request.body, createWriteStream(path));
    await sync(path);
    return reply.status(204).header('x-sha256', hash.digest('hex')).send();
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
