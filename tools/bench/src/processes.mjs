// What processes cost, as the operating system counts it. Linux only.
import { readdir, readFile } from 'node:fs/promises';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const TICKS_PER_SEC = 100;

async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC,
  };
}

/** The processes of these ids and everything that they started. */
async function familyOf(pids) {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map((name) => statOf(Number(name))))).filter(Boolean);
  const family = new Map(all.filter(({ pid }) => pids.includes(pid)).map((each) => [each.pid, each]));
  for (let before = -1; before !== family.size;) {
    before = family.size;
    for (const each of all) if (family.has(each.parent)) family.set(each.pid, each);
  }
  return family;
}

/** Seconds of processor time that the processes of `pids`, and what they started, spend on `work`. */
export async function cpuOf(pids, work) {
  const before = await familyOf(pids);
  await work();
  let seconds = 0;
  for (const [pid, each] of await familyOf(pids)) seconds += each.seconds - (before.get(pid)?.seconds ?? 0);
  return seconds;
}

/** Bytes that the processes of `pids`, and what they started, read and write during `work`: files and connections. */
export async function bytesOf(pids, work) {
  const moved = async () => {
    const texts = [...(await familyOf(pids)).keys()].map((pid) =>
      readFile(`/proc/${pid}/io`, 'utf8').catch(() => ''),
    );
    return (await Promise.all(texts))
      .flatMap((text) => [...text.matchAll(/^[rw]char: (\d+)$/gm)])
      .reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const before = await moved();
  await work();
  return (await moved()) - before;
}

/** Keeps the processes of `pids`, and what they started, with all their threads on these processors: a number or a list like `0-3`. */
export async function pinTo(processors, pids) {
  for (const pid of (await familyOf(pids)).keys())
    spawnSync('taskset', ['-a', '-p', '-c', String(processors), String(pid)]);
}

/**
 * What `work` resolves with, done while this process has one processor. Afterwards it has those from before again, for itself and
 * for what the next benchmark starts.
 */
export async function onProcessor(cpu, work) {
  const status = await readFile('/proc/self/status', 'utf8');
  const [, before] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status);
  await pinTo(cpu, [process.pid]);
  try {
    return await work();
  } finally {
    await pinTo(before, [process.pid]);
  }
}

/** Resident memory of a process, in MiB. */
export async function memoryOf(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024;
}

/** One of the peers in `read-peers.mjs`. */
export async function startPeer(...args) {
  const child = fork(fileURLToPath(new URL('read-peers.mjs', import.meta.url)), args);
  const [origin] = await once(child, 'message');
  return { origin, pid: child.pid, stop: () => child.disconnect() };
}
