import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { errors, type Dispatcher } from 'undici';
import { OutboundAgents, type Destination } from './outbound-agents.js';

/** How much of an answer's body is read and kept. */
const ANSWER_LIMIT_BYTES = 16 * 1024;

export interface OutboundRequest extends Destination {
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
  private readonly agents = new OutboundAgents();

  /** Never throws. */
  async post(request: OutboundRequest): Promise<OutboundAnswer> {
    // A timer of its own, which ends with the exchange: those of AbortSignal.timeout stay until they would have fired.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), request.timeoutMs);
    const { signal } = deadline;
    const answer: OutboundAnswer = { status: null, error: null, body: null, retryAfter: null };
    try {
      const { statusCode, headers, body } = await this.answerTo(request, signal);
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
    await this.agents.destroy();
  }

  /**
   * Servers close idle connections when they like, as when the next request is on its way. That says nothing of the receiver,
   * so the request is sent once more over a new connection (RFC 9112 9.3.1): what receives webhooks takes one twice.
   */
  private async answerTo(request: OutboundRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const began = performance.now();
    try {
      return await this.send(request, signal);
    } catch (error) {
      if (signal.aborted || !this.agents.endedKept(error, began)) throw error;
      // What else was kept is as old.
      this.agents.renew(request);
      return this.send(request, signal);
    }
  }

  private send(request: OutboundRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { url, headers, body } = request;
    const path = `${url.pathname}${url.search}`;
    return this.agents
      .for(request)
      .request({ origin: url.origin, path, method: 'POST', headers, body, signal });
  }
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
