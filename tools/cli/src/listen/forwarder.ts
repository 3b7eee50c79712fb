import { createHmac, randomBytes } from 'node:crypto';
import { causeOf } from '../instance/http.js';

/** As long as a webhook's receiver has: body included. */
const TIMEOUT_MS = 15_000;

export interface Outcome {
  status: number | null;
  error: string | null;
  latencyMs: number;
}

/** POSTs events to one URL, signed as webhooks are (Standard Webhooks 1.0.0) with a secret of its own. */
export class Forwarder {
  private readonly key = randomBytes(32);

  constructor(private readonly url: string) {}

  get secret(): string {
    return `whsec_${this.key.toString('base64')}`;
  }

  /** One attempt; a redirect is an answer like any other, as it is for webhooks. */
  async send(id: string, body: string, signal: AbortSignal): Promise<Outcome> {
    const started = performance.now();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', this.key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'capture-listen',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual', signal: deadline };
    const outcome = await fetch(this.url, init)
      .then(async (answer) => {
        await answer.arrayBuffer();
        return { status: answer.status, error: null };
      })
      .catch((error: unknown) => ({ status: null, error: causeOf(error) }));
    return { ...outcome, latencyMs: Math.round(performance.now() - started) };
  }
}
