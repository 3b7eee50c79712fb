// Upload of one take, timed until its bytes are on disk, against a plain Fastify stream to a synced file; in turns, in
// one run. Usage: node apps/recordings/bench/upload.mjs [MiB] [rounds]. Needs a build. Prints one JSON document.
import { readFile } from 'node:fs/promises';
import { child, MIB, noise, put, startInstance } from './instance.mjs';

const size = Number(process.argv[2] ?? 512) * MIB;
const rounds = Number(process.argv[3] ?? 3);
const instance = await startInstance();
const plain = await child('./plain.mjs', { PLAIN_DIR: instance.directory });
const take = noise(size);

async function ours() {
  const began = performance.now();
  const ref = await instance.upload(take, 3);
  const stored = performance.now();
  const { recordingId } = await instance.complete(ref, take);
  const completed = performance.now();
  await instance.discard(ref, recordingId);
  return { uploadMs: stored - began, completeMs: completed - stored };
}

async function theirs() {
  const began = performance.now();
  await put(plain.url, { 'content-type': 'application/octet-stream' }, take.bytes);
  return performance.now() - began;
}

/** CPU time that a process has used so far, in ms: steadier than the clock on a busy machine. Linux only. */
async function cpuMs({ process: { pid } }) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const rate = (ms) => Math.round(size / MIB / (ms / 1000));
const ratio = (peerMs, ms) => Number((peerMs / ms).toFixed(2));
const result = { sizeMiB: size / MIB, rounds: [] };
for (let round = 0; round <= rounds; round += 1) {
  const cpu = [await cpuMs(plain), await cpuMs(instance.service)];
  const plainMs = await theirs();
  const { uploadMs, completeMs } = await ours();
  // The first round warms both up.
  if (round === 0) continue;
  result.rounds.push({
    plainMBps: rate(plainMs),
    uploadMBps: rate(uploadMs),
    ratio: ratio(plainMs, uploadMs),
    completeMs: Math.round(completeMs),
    ratioWithComplete: ratio(plainMs, uploadMs + completeMs),
    plainCpuMs: (await cpuMs(plain)) - cpu[0],
    serviceCpuMs: (await cpuMs(instance.service)) - cpu[1],
  });
}
console.log(JSON.stringify(result, null, 2));
plain.process.disconnect();
await instance.stop();
