import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AddressGuard, pinnedLookup } from '@capture/platform';
import { Agent, request } from 'undici';

/** Milliseconds for one exchange in all. */
const EXCHANGE_MS = 5_000;
/** Documents of providers have a few KiB. */
const ANSWER_LIMIT_BYTES = 256 * 1024;
/** Answers that the Fetch standard allows no body for. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

type Body = ArrayBuffer | null | ReadableStream | string | Uint8Array | undefined | URLSearchParams;

/** What `openid-client` asks of a fetch function. */
export interface ProviderRequest {
  method: string;
  headers: Record<string, string>;
  body?: Body;
  signal?: AbortSignal | undefined;
}

/** A call that was not made or not answered, without what was sent. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

/**
 * Calls to identity providers. Their address is checked before each and the connection pinned to it, redirects are not followed,
 * and time and size are limited: an owner or operator names the issuer, and its documents name every other URL.
 */
@Injectable()
export class ProviderHttp implements OnApplicationShutdown {
  private readonly agents = new Set<Agent>();

  constructor(private readonly guard: AddressGuard) {}

  /** @throws ProviderUnreachable */
  async fetch(url: string, { method, headers, body, signal }: ProviderRequest): Promise<Response> {
    const verdict = await this.guard.check(url);
    if (!verdict.allowed) throw new ProviderUnreachable(`the address is not allowed: ${verdict.refusal}`);
    const agent = new Agent({ connect: { lookup: pinnedLookup(verdict.addresses) } });
    this.agents.add(agent);
    const deadline = AbortSignal.timeout(EXCHANGE_MS);
    try {
      const answer = await request(verdict.url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body === undefined || body === null ? null : String(body as string | URLSearchParams),
        dispatcher: agent,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      const bytes = await wholeOf(answer.body as AsyncIterable<Buffer>);
      const type = answer.headers['content-type'];
      return new Response(WITHOUT_BODY.includes(answer.statusCode) ? null : bytes, {
        status: answer.statusCode,
        headers: typeof type === 'string' ? { 'content-type': type } : {},
      });
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error;
      const code = String((error as NodeJS.ErrnoException).code ?? (error as Error).name);
      throw new ProviderUnreachable(deadline.aborted ? 'no whole answer in time' : code);
    } finally {
      this.agents.delete(agent);
      await agent.destroy();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.agents].map((agent) => agent.destroy()));
  }
}

/** @throws ProviderUnreachable for too much */
async function wholeOf(body: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_LIMIT_BYTES) throw new ProviderUnreachable('the answer is too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
