// Preloaded into every process of an instance. Measures the processor time that each turn of the event loop takes on the
// main thread: unlike delays by the clock, it does not grow while other processes have the machine. The socket
// LOOP_METER/<pid> answers with the longest turn since the last answer and forgets it.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { processName } from './process-name.mjs';

const INTERVAL_MS = 2;

function used() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Bytes that are still in use after a full collection. A second one waits until the buffers that the first found dead were given back. */
function memory() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function serve() {
  if (processName === undefined) return;
  let last = used();
  let longest = 0;
  const tick = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(tick, INTERVAL_MS).unref();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (asked) => {
      tick();
      socket.end(
        JSON.stringify({
          app: processName,
          longestTurnMs: longest,
          ...(asked.toString() === 'm' && { bytes: memory() }),
        }),
      );
      last = used();
      longest = 0;
    });
  });
  server.listen(join(process.env.LOOP_METER, String(process.pid))).unref();
}

if (isMainThread) serve();
