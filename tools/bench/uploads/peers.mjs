// Uploads to the peers, under the conditions of ours: as many streams, hashed by both ends while the bytes travel.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { MIB, send, STREAMS } from './respondent.mjs';

/** Sends bytes while hashing them. @throws when the server got others. */
async function sendHashed(method, url, headers, bytes) {
  const sent = request(url, { method, headers: { ...headers, 'content-length': bytes.length } });
  const answered = once(sent, 'response');
  answered.catch(() => undefined);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += MIB) {
    const piece = bytes.subarray(at, at + MIB);
    hash.update(piece);
    if (!sent.write(piece)) await once(sent, 'drain');
  }
  sent.end();
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}`);
  if (answer.headers['x-sha256'] !== hash.digest('hex')) throw new Error(`${url} got other bytes`);
}

/** The bytes in as many pieces as there are streams. */
function shares(bytes) {
  const size = Math.ceil(bytes.length / STREAMS);
  return Array.from({ length: STREAMS }, (_value, index) => bytes.subarray(index * size, (index + 1) * size));
}

export async function startPeers(directory, bytes) {
  const child = fork(fileURLToPath(new URL('peer-servers.mjs', import.meta.url)), [directory]);
  const [urls] = await once(child, 'message');
  /** Sends every share at once. @returns seconds until all of them were safe. */
  const timed = async (sendShare) => {
    const started = performance.now();
    await Promise.all(shares(bytes).map(sendShare));
    return (performance.now() - started) / 1000;
  };
  const tus = async (share) => {
    const version = { 'tus-resumable': '1.0.0' };
    const created = await send('POST', urls.tus, { ...version, 'upload-length': share.length }, '');
    const headers = { ...version, 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' };
    await sendHashed('PATCH', created.headers.location, headers, share);
  };
  const plain = (share, index) =>
    sendHashed('PUT', `${urls.plain}/${index}`, { 'content-type': 'application/octet-stream' }, share);
  return {
    pid: child.pid,
    tus: () => timed(tus),
    plain: () => timed(plain),
    clear: () => send('DELETE', urls.plain, {}, ''),
    stop: () => child.disconnect(),
  };
}
