// Resident memory of the service while many takes arrive at once.
// Usage: node apps/recordings/bench/memory.mjs [uploads] [MiB each]. Needs a build. Prints one JSON document.
import { readFile } from 'node:fs/promises';
import { clearInterval, setInterval } from 'node:timers';
import { MIB, noise, startInstance } from './instance.mjs';

const uploads = Number(process.argv[2] ?? 50);
const size = Number(process.argv[3] ?? 40) * MIB;
const instance = await startInstance();
const take = noise(size);

async function residentMiB() {
  const status = await readFile(`/proc/${instance.service.process.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

// One take first: code that was never run would count as growth.
const first = await instance.upload(take, 3);
await instance.discard(first, (await instance.complete(first, take)).recordingId);
const before = await residentMiB();
let most = before;
const watch = setInterval(() => void residentMiB().then((now) => (most = Math.max(most, now))), 50);
await Promise.all(
  Array.from({ length: uploads }, async () => {
    const ref = await instance.upload(take, 1);
    await instance.discard(ref, (await instance.complete(ref, take)).recordingId);
  }),
);
clearInterval(watch);
console.log(
  JSON.stringify({
    uploads,
    sizeMiB: size / MIB,
    beforeMiB: before,
    mostMiB: most,
    growthMiB: most - before,
  }),
);
await instance.stop();
