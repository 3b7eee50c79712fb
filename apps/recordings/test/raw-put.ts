import { request, type ClientRequest } from 'node:http';
import { nobody, type RecordingsUnderTest } from './service.js';
import type { Grant } from './take.js';

export interface RawPut {
  request: ClientRequest;
  /** Status of the answer, or null when the connection ended without one. */
  answered: Promise<number | null>;
  /** Bytes that were handed to the kernel. */
  sent(): number;
}

/** A PUT whose body the test writes itself: cut short, stalled, or longer than announced. */
export function rawPut(
  service: RecordingsUnderTest,
  grant: Grant,
  headers: Record<string, string> = {},
): RawPut {
  const sent = request(service.local(grant.url), {
    method: 'PUT',
    headers: { ...service.vouch(nobody), ...grant.headers, ...headers },
  });
  const answered = new Promise<number | null>((resolve) => {
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    sent.once('error', () => resolve(null));
    sent.once('close', () => resolve(null));
  });
  return { request: sent, answered, sent: () => sent.socket?.bytesWritten ?? 0 };
}

/** Sends the first bytes of a part and then drops the connection. Resolves when it is gone. */
export async function cutPut(
  service: RecordingsUnderTest,
  grant: Grant,
  bytes: Uint8Array,
  length: number,
): Promise<void> {
  const put = rawPut(service, grant, { 'content-length': String(bytes.length) });
  await new Promise<void>((resolve, reject) => {
    put.request.once('error', () => resolve());
    if (length === 0) put.request.flushHeaders();
    put.request.write(bytes.subarray(0, length), (error) => (error ? reject(error) : resolve()));
  });
  put.request.destroy();
  await put.answered;
}
