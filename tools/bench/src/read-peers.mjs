// Peers of the read and download benchmarks, each in a process of its own, as `node read-peers.mjs KIND [ARGUMENT]`:
// `rows URL` is Fastify with pg and one prepared read by key, `proxy ORIGIN` is @fastify/http-proxy in front of that,
// `file PATH` is Fastify that streams one file, whole or in a range. It tells its origin to who forked it.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import proxy from '@fastify/http-proxy';
import fastify from 'fastify';
import pg from 'pg';

const [kind, argument] = process.argv.slice(2);
const app = fastify();

const kinds = {
  rows: () => {
    const pool = new pg.Pool({ connectionString: argument, max: 10 });
    app.get('/:id', async (request, reply) => {
      const text =
        'SELECT id, title, prompt, status, metadata, created_at FROM capture_requests.capture_request WHERE id = $1';
      const { rows } = await pool.query({ name: 'read', text, values: [request.params.id] });
      return rows[0] ?? reply.status(404).send();
    });
  },
  proxy: () => app.register(proxy, { upstream: argument }),
  file: async () => {
    const { size } = await stat(argument);
    app.get('/', (request, reply) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const range = first === undefined ? { start: 0, end: size - 1 } : { start: +first, end: +last };
      return reply
        .status(first === undefined ? 200 : 206)
        .header('content-length', range.end - range.start + 1)
        .send(createReadStream(argument, range));
    });
  },
};
await kinds[kind]();
process.send(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
