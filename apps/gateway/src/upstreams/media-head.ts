import { validateHeaderName, validateHeaderValue, type IncomingHttpHeaders } from 'node:http';

export interface AnswerHead {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** What Content-Length says. */
  bodyBytes: number;
  /** The service takes another request over the connection. */
  keepsAlive: boolean;
}

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;
const STATUS = /^HTTP\/1\.1 (\d{3}) [\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads the head of an answer (RFC 9112), without its empty line. Undefined unless the end of the body is told by one Content-Length
 * alone, and every line is as Node's own server writes it: what is unusual is read by a parser that knows it.
 */
export function parseHead(text: string): AnswerHead | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const status = STATUS.exec(first)?.[1];
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? [];
    const key = name?.toLowerCase();
    // No header of media is sent twice.
    if (key === undefined || value === undefined || Object.hasOwn(headers, key)) return undefined;
    headers[key] = value;
  }
  const length = headers['content-length'];
  if (status === undefined || length === undefined || !/^\d{1,15}$/.test(length)) return undefined;
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const keepsAlive = headers['connection']?.toLowerCase() !== 'close';
  return { statusCode: Number(status), headers, bodyBytes: Number(length), keepsAlive };
}

/** The head of a GET. Undefined for a path that another parser might read differently. @throws TypeError of Node for a bad header */
export function composeGet(
  host: string,
  path: string,
  headers: Record<string, string | string[]>,
): string | undefined {
  if (!/^\/[\x21-\x7e]*$/.test(path)) return undefined;
  const lines = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: keep-alive'];
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      lines.push(`${name}: ${value}`);
    }
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
