import { randomInt } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ranges from which systems take the ports of outgoing connections, so that a server finds its own again. */
const FIRST = 20_000;
const LAST = 31_999;
/** Long enough for a process to start and listen. */
const CLAIM_MS = 60_000;

/**
 * A loopback port that nobody listens on. It is left to the caller for a minute: other processes of this machine that ask
 * meanwhile get another one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if ((await isFree(port)) && (await claimed(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whoever creates the port's file has it, until the file is old. Where files cannot be written, being free has to do. */
async function claimed(port: number): Promise<boolean> {
  const folder = join(tmpdir(), 'capture-ports');
  const file = join(folder, String(port));
  try {
    await mkdir(folder, { recursive: true });
    await removeOld(file);
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

async function removeOld(file: string): Promise<void> {
  const claim = await stat(file).catch(() => undefined);
  if (claim && Date.now() - claim.mtimeMs > CLAIM_MS) await rm(file, { force: true });
}
