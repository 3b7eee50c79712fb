import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { pinnedLookup } from '@capture/platform';
import { Agent, errors, type Dispatcher } from 'undici';

/** How much of an answer's body is read and kept. */
const ANSWER_LIMIT_BYTES = 16 * 1024;

export interface OutboundRequest {
  url: URL;
  /** Checked addresses that the connection may go to; the host is not resolved again. */
  addresses: string[];
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for the whole exchange: connecting, sending, and reading the answer's body. */
  timeoutMs: number;
}

export interface OutboundAnswer {
  status: number | null;
  /** `timeout`, `connection`, `tls`, `protocol`; null when a whole answer came. */
  error: string | null;
  /** First 16 KiB as text, invalid bytes replaced; null when none came. */
  body: string | null;
  retryAfter: string | null;
}

const KEPT_CONNECTIONS_MS = 10_000;
const MOST_AGENTS = 1024;

function errorWord(error: unknown): string {
  if (error instanceof errors.RequestAbortedError) return 'timeout';
  if (error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError)
    return 'timeout';
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT')) return 'tls';
  const broken = error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW';
  return broken ? 'protocol' : 'connection';
}

/**
 * undici with connections pinned to checked addresses. Redirects are not followed and bodies not decompressed; reading
 * stops after 16 KiB, and one deadline covers the whole exchange: undici's own timeouts restart with every byte.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly agents = new Map<string, Agent>();

  /** Never throws. */
  async post(request: OutboundRequest): Promise<OutboundAnswer> {
    // A timer of its own, which ends with the exchange: those of AbortSignal.timeout stay until they would have fired.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), request.timeoutMs);
    const { signal } = deadline;
    const answer: OutboundAnswer = { status: null, error: null, body: null, retryAfter: null };
    try {
      const { statusCode, headers, body } = await this.agentFor(request).request({
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: 'POST',
        headers: request.headers,
        body: request.body,
        signal,
      });
      answer.status = statusCode;
      const retryAfter = headers['retry-after'];
      answer.retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
      answer.body = await beginningOf(body, signal);
    } catch (error) {
      answer.error = signal.aborted ? 'timeout' : errorWord(error);
    } finally {
      clearTimeout(timer);
    }
    return answer;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private agentFor({ url, addresses }: OutboundRequest): Agent {
    const key = `${url.origin} ${addresses.toSorted().join()}`;
    const agent = this.agents.get(key) ?? newAgent(addresses);
    // Re-inserting keeps the map in order of use: its first agent is the least recently used one.
    this.agents.delete(key);
    this.agents.set(key, agent);
    const [oldest] = this.agents.keys();
    if (this.agents.size > MOST_AGENTS && oldest !== undefined) {
      void this.agents.get(oldest)?.close();
      this.agents.delete(oldest);
    }
    return agent;
  }
}

function newAgent(addresses: string[]): Agent {
  return new Agent({
    keepAliveTimeout: KEPT_CONNECTIONS_MS,
    pipelining: 1,
    allowH2: false,
    connect: { lookup: pinnedLookup(addresses) },
  });
}

/** The body's first bytes. Leaving the loop early destroys the connection, which ends an endless body. */
async function beginningOf(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= ANSWER_LIMIT_BYTES) break;
  }
  signal.throwIfAborted();
  // PostgreSQL's text type cannot hold NUL.
  return Buffer.concat(chunks).subarray(0, ANSWER_LIMIT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}
