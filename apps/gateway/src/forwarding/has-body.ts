import type { IncomingMessage } from 'node:http';

/** Whether a body is announced; one on GET or HEAD means nothing and is ignored. */
export function hasBody(request: IncomingMessage): boolean {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
