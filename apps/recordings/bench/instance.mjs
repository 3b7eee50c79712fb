// The built recordings service as a process of its own, on a PostgreSQL and a directory that end with the benchmark.
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId, PRINCIPAL_HEADER } from '@capture/contracts';
import { applyMigrations, provisionSchema } from '@capture/persistence';
import { CallVoucher } from '@capture/platform';
import { createTestDatabase, PRINCIPAL_ENV, PRINCIPAL_SIGNING_KEY, startPostgres } from '@capture/testing';
import { productFlags } from '../../../tools/bootstrap/install.mjs';
import { migrations, schema } from '../dist/index.js';

export const MIB = 1024 * 1024;
export const PART = 8 * MIB;
const voucher = new CallVoucher(PRINCIPAL_SIGNING_KEY);

export async function child(script, env) {
  const started = fork(fileURLToPath(new URL(script, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: productFlags,
  });
  const [{ url }] = await once(started, 'message');
  return { process: started, url };
}

/** Bytes that begin like an MP4 file, and the parts to claim of them. */
export function noise(size) {
  const bytes = randomBytes(size);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  const parts = Array.from({ length: Math.ceil(size / PART) }, (_, index) =>
    bytes.subarray(index * PART, (index + 1) * PART),
  );
  const claims = parts.map((part, index) => ({
    number: index + 1,
    size: part.length,
    sha256: createHash('sha256').update(part).digest('hex'),
  }));
  return { bytes, parts, claims };
}

export function put(url, headers, body) {
  return new Promise((resolve, reject) => {
    const options = { method: 'PUT', headers: { ...headers, 'content-length': body.length } };
    const sent = request(url, options, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode < 300 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

export async function startInstance() {
  const postgres = await startPostgres();
  const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'capture-bench-'));
  const database = await createTestDatabase(postgres.adminUrl);
  await provisionSchema(database.adminUrl, { schema, role: 'bench', password: 'bench' });
  const databaseUrl = new URL(database.adminUrl);
  [databaseUrl.username, databaseUrl.password] = ['bench', 'bench'];
  await applyMigrations({ url: databaseUrl.toString(), schema }, migrations);
  const service = await child('../test/fixtures/child.mjs', {
    DATABASE_URL: databaseUrl.toString(),
    ...PRINCIPAL_ENV,
    CAPTURE_STORE_DIR: join(directory, 'store'),
    CAPTURE_GRANT_SECRET: 'a grant secret of the benchmark, long enough',
    CAPTURE_SIGNING_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  return new Instance(service, directory, async () => {
    service.process.disconnect();
    await database.drop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
}

class Instance {
  #ids = 0;
  #waiting = new Map();

  constructor(service, directory, stop) {
    this.service = service;
    this.directory = directory;
    this.stop = stop;
    service.process.on('message', ({ id, answer, error }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(answer);
    });
  }

  send(pattern, payload) {
    const id = (this.#ids += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.service.process.send({ id, pattern, payload });
    });
  }

  /** Opens an upload and sends its parts, `parallel` at a time. */
  async upload({ bytes, parts, claims }, parallel) {
    const ref = { organizationId: newId('organization'), uploadId: newId('upload') };
    const about = {
      captureRequestId: newId('captureRequest'),
      sessionId: null,
      participantId: null,
      isGuest: false,
    };
    const opening = { ...ref, ...about, kind: 'camera', contentType: 'video/mp4', sizeBytes: bytes.length };
    await this.send('recordings.open_upload', opening);
    const call = { principal: { kind: 'public' }, ip: '127.0.0.1' };
    const sign = () => ({ [PRINCIPAL_HEADER]: voucher.sign(call, 'recordings', new Date()) });
    const queue = await this.send('recordings.grant_parts', { ...ref, parts: claims });
    const worker = async () => {
      for (let grant = queue.shift(); grant; grant = queue.shift()) {
        const { pathname, search } = new URL(grant.url);
        const url = `${this.service.url}${pathname.replace('/api', '')}${search}`;
        await put(url, { ...grant.headers, ...sign() }, parts[grant.number - 1]);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    return ref;
  }

  complete(ref, { claims }) {
    const claimed = { merkleRoot: null, sha256: null, durationSec: 1, manifest: {}, submissionId: null };
    return this.send('recordings.complete_upload', { ...ref, ...claimed, parts: claims });
  }

  discard({ organizationId }, recordingId) {
    return this.send('recordings.delete', { organizationId, recordingId, reason: 'discarded' });
  }
}
