// Upload of one take, timed until its bytes are on disk, against a plain Fastify stream to a synced file; in turns, in
// one run. Usage: node apps/recordings/bench/upload.mjs [MiB] [rounds]. Needs a build. Prints one JSON document.
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId, PRINCIPAL_HEADER } from '@capture/contracts';
import { applyMigrations, provisionSchema } from '@capture/persistence';
import { signCall } from '@capture/platform';
import { createTestDatabase, startPostgres } from '@capture/testing';
import { migrations, schema } from '../dist/index.js';

const MIB = 1024 * 1024;
const PART = 8 * MIB;
const size = Number(process.argv[2] ?? 512) * MIB;
const rounds = Number(process.argv[3] ?? 3);
const principalKey = 'a principal key of the benchmark';

const postgres = await startPostgres();
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'capture-bench-'));
const database = await createTestDatabase(postgres.adminUrl);
await provisionSchema(database.adminUrl, { schema, role: 'bench', password: 'bench' });
const databaseUrl = new URL(database.adminUrl);
[databaseUrl.username, databaseUrl.password] = ['bench', 'bench'];
await applyMigrations({ url: databaseUrl.toString(), schema }, migrations);

function child(script, env) {
  const process_ = fork(fileURLToPath(new URL(script, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: [],
  });
  return once(process_, 'message').then(([{ url }]) => ({ process: process_, url }));
}
const service = await child('../test/child.mjs', {
  DATABASE_URL: databaseUrl.toString(),
  CAPTURE_PRINCIPAL_KEYS: principalKey,
  CAPTURE_STORE_DIR: join(directory, 'store'),
  CAPTURE_GRANT_SECRET: 'a grant secret of the benchmark',
  CAPTURE_SIGNING_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
});
const plain = await child('./plain.mjs', { PLAIN_DIR: directory });

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

let ids = 0;
async function send(pattern, payload) {
  const id = (ids += 1);
  service.process.send({ id, pattern, payload });
  for (;;) {
    const [message] = await once(service.process, 'message');
    if (message.id !== id) continue;
    if (message.error) throw new Error(message.error.message);
    return message.answer;
  }
}

function put(url, headers, body) {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'PUT', headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode < 300 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

async function ours() {
  const ref = { organizationId: newId('organization'), uploadId: newId('upload') };
  const call = { principal: { kind: 'public' }, ip: '127.0.0.1', issuedAt: Math.floor(Date.now() / 1000) };
  const vouched = { [PRINCIPAL_HEADER]: signCall(call, [principalKey]) };
  const began = performance.now();
  await send('recordings.open_upload', {
    ...ref,
    kind: 'camera',
    contentType: 'video/mp4',
    sizeBytes: size,
    captureRequestId: newId('captureRequest'),
    sessionId: null,
    participantId: null,
    isGuest: false,
  });
  const queue = await send('recordings.grant_parts', { ...ref, parts: claims });
  const worker = async () => {
    for (let grant = queue.shift(); grant; grant = queue.shift()) {
      const { pathname, search } = new URL(grant.url);
      await put(
        `${service.url}${pathname.replace('/api', '')}${search}`,
        { ...grant.headers, ...vouched },
        parts[grant.number - 1],
      );
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  const stored = performance.now();
  const { recordingId } = await send('recordings.complete_upload', {
    ...ref,
    parts: claims,
    merkleRoot: null,
    sha256: null,
    durationSec: 1,
    manifest: {},
    submissionId: null,
  });
  const completed = performance.now();
  await send('recordings.delete', { organizationId: ref.organizationId, recordingId, reason: 'discarded' });
  return { uploadMs: stored - began, completeMs: completed - stored };
}

async function theirs() {
  const began = performance.now();
  await put(plain.url, { 'content-type': 'application/octet-stream' }, bytes);
  return performance.now() - began;
}

/** CPU time that a process has used so far, in ms: steadier than the clock on a busy machine. Linux only. */
async function cpuMs({ process: { pid } }) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const rate = (ms) => Math.round(size / MIB / (ms / 1000));
const result = { sizeMiB: size / MIB, rounds: [] };
for (let round = 0; round <= rounds; round += 1) {
  const cpu = [await cpuMs(plain), await cpuMs(service)];
  const plainMs = await theirs();
  const { uploadMs, completeMs } = await ours();
  // The first round warms both up.
  if (round === 0) continue;
  result.rounds.push({
    plainMBps: rate(plainMs),
    uploadMBps: rate(uploadMs),
    ratio: Number((plainMs / uploadMs).toFixed(2)),
    completeMs: Math.round(completeMs),
    ratioWithComplete: Number((plainMs / (uploadMs + completeMs)).toFixed(2)),
    plainCpuMs: (await cpuMs(plain)) - cpu[0],
    serviceCpuMs: (await cpuMs(service)) - cpu[1],
  });
}
console.log(JSON.stringify(result, null, 2));
service.process.disconnect();
plain.process.disconnect();
await database.drop();
await postgres.stop();
await rm(directory, { recursive: true, force: true });
