// Runs in threads of its own. Imports nothing that is not part of Node: tests load it without a compiler.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readlinkSync, readSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** `state` names a hash that is kept from call to call. */
export type HashingCall =
  | { kind: 'begin'; state: number }
  | { kind: 'add'; state: number; path: string; sizeBytes: number }
  | { kind: 'digest'; state: number }
  | { kind: 'drop'; state: number };
export type HashingRequest = HashingCall & { id: number };
export interface HashingReply {
  id: number;
  /** Lower-case hex. */
  digest?: string;
  error?: string;
}

const READ_BYTES = 512 * 1024;
/** Parts that arrive get three times as much of a core that both want: they are waited for, what follows them is not yet. */
const NICENESS = 5;
const states = new Map<number, Hash>();
/** Read into again and again: buffers that are thrown away by the gigabyte keep the garbage collector busy. */
const scratch = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * Reads without handing over to other threads: this one has nothing else to do, and hashes take turns by whole files.
 * @throws Error unless the file has exactly this size
 */
function add(hash: Hash, path: string, sizeBytes: number): void {
  const file = openSync(path, 'r');
  try {
    let missing = sizeBytes;
    for (;;) {
      const bytesRead = readSync(file, scratch, 0, scratch.length, null);
      if (bytesRead === 0) break;
      missing -= bytesRead;
      hash.update(scratch.subarray(0, bytesRead));
    }
    if (missing !== 0) throw new Error(`a file has ${sizeBytes - missing} bytes instead of ${sizeBytes}`);
  } finally {
    closeSync(file);
  }
}

/** Linux counts it by thread; elsewhere it would be that of the whole process. A sandbox may refuse it. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (getPriority(thread) < NICENESS) setPriority(thread, NICENESS);
  } catch {
    return;
  }
}

giveWay();

function answer(call: HashingCall): string | undefined {
  if (call.kind === 'begin') states.set(call.state, createHash('sha256'));
  if (call.kind === 'begin' || call.kind === 'drop') return undefined;
  const hash = states.get(call.state);
  // What is lost must not look like what was never begun.
  if (!hash) throw new Error('this hash is not kept any more');
  if (call.kind === 'digest') return hash.digest('hex');
  add(hash, call.path, call.sizeBytes);
  return undefined;
}

parentPort?.on('message', ({ id, ...call }: HashingRequest) => {
  const reply = (result: Omit<HashingReply, 'id'>): void => parentPort?.postMessage({ id, ...result });
  try {
    const digest = answer(call);
    if (call.kind === 'digest' || call.kind === 'drop') states.delete(call.state);
    reply(digest === undefined ? {} : { digest });
  } catch (error) {
    // Some of the file may be in it.
    states.delete(call.state);
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
