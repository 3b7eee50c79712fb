/** Sends one part. Uses XMLHttpRequest because fetch reports no upload progress. */
import { CaptureError } from '../errors.js';

export interface PartTransfer {
  headers: Record<string, string>;
  body: Blob;
  signal?: AbortSignal | undefined;
}

/**
 * Rejects with `network`, or with the status of a refusal as `upload_failed`. Aborts the transfer when no byte moved for
 * `stallMs`, or when `onSent`, which is told of the bytes that are sent, returns true.
 */
export function putPart(
  url: URL,
  { headers, body, signal }: PartTransfer,
  stallMs: number,
  onSent: (bytes: number) => boolean,
): Promise<void> {
  const xhr = new XMLHttpRequest();
  let stall: ReturnType<typeof setTimeout>;
  const cut = () => xhr.abort();
  const watch = () => {
    clearTimeout(stall);
    stall = setTimeout(cut, stallMs);
  };
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(signal?.aborted ? (signal.reason as Error) : new CaptureError('network'));
    signal?.addEventListener('abort', cut);
    if (signal?.aborted) return fail();
    xhr.upload.onprogress = ({ loaded }) => {
      watch();
      if (onSent(loaded)) cut();
    };
    xhr.onload = () => {
      const { status } = xhr;
      if (status < 300) return resolve();
      reject(new CaptureError('upload_failed', { detail: `HTTP ${status}`, status }));
    };
    // Safari aborts requests by itself: unless we asked for it, that is a network failure.
    xhr.onerror = xhr.onabort = fail;
    xhr.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    watch();
    xhr.send(body);
  }).finally(() => {
    clearTimeout(stall);
    signal?.removeEventListener('abort', cut);
  });
}
