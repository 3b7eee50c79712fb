// The peer of the upload benchmark: Fastify, one stream into one file, synced before the answer.
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fastify from 'fastify';

const app = fastify();
app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
app.put('/', async (request, reply) => {
  const path = join(process.env.PLAIN_DIR, 'plain.bin');
  await rm(path, { force: true });
  await pipeline(request.body, createWriteStream(path));
  const file = await open(path, 'r');
  await file.datasync();
  await file.close();
  return reply.status(204).send();
});
process.on('disconnect', () => process.exit(0));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ url });
