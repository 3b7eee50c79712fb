import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Bytes of the longest path that a socket file may have on every system: macOS takes 104, with a zero at the end. */
const MAX_PATH_BYTES = 103;
const PREFIX = '.s.PGSQL.';
const LONGEST_NAME = `${PREFIX}65535`;
const TRIED_NAME = `${PREFIX}tried`;
/** Characters with a meaning in PostgreSQL's list of such folders. */
const RESERVED = /[,"]/;

/**
 * True when a server can have its socket file in this folder. Its path may be too long, PostgreSQL from npm has none on
 * Windows, and folders that are shared with a virtual machine or come from the network often take no sockets.
 */
export async function takesSocketFile(directory: string): Promise<boolean> {
  if (process.platform === 'win32' || RESERVED.test(directory)) return false;
  if (Buffer.byteLength(join(directory, LONGEST_NAME)) > MAX_PATH_BYTES) return false;
  return opens(join(directory, TRIED_NAME));
}

async function opens(path: string): Promise<boolean> {
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(path), 'listening');
    const socket = connect(path);
    await once(socket, 'connect');
    socket.destroy();
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Removes the socket files of servers that were killed: each had a port, and so a name, of its own. */
export async function removeLeftSocketFiles(directory: string): Promise<void> {
  const names = await readdir(directory);
  const left = names.filter((name) => name.startsWith(PREFIX));
  await Promise.all(left.map((name) => rm(join(directory, name), { force: true })));
}
