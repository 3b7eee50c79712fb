// Runs in threads of its own. Imports nothing that is not part of Node: tests load it without a compiler.
import { scryptSync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { ScryptCost } from './password.model.js';

/** One password to hash. */
export interface Hashing {
  password: string;
  salt: Uint8Array;
  cost: ScryptCost;
  /** Of the hash, in bytes. */
  length: number;
}

/**
 * What answers calls gets three times as much of a core that both want (a weight of 1024 to 335). Lower priorities would leave
 * a sign-in too little of cores that are never idle: at 10 it took a quarter of a minute beside a few busy processes (ADR 62).
 */
const NICENESS = 5;

/**
 * Linux counts it by thread. Elsewhere it would be that of the whole process, which keeps its own. Where a sandbox refuses,
 * passwords are hashed at the usual priority.
 */
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

export default function hash({ password, salt, cost: { ln, r, p }, length }: Hashing): Uint8Array {
  const N = 2 ** ln;
  return scryptSync(password, salt, length, { N, r, p, maxmem: 256 * N * r });
}
