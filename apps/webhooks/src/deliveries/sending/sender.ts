import { Injectable, Logger } from '@nestjs/common';
import { AddressGuard } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { SecretBox } from '../../endpoints/secret-box.js';
import { signAttempt } from '../../endpoints/signing.model.js';
import type { AttemptResult } from '../../outbound/attempt.model.js';
import { OutboundHttp } from '../../outbound/outbound-http.js';
import type { QueuedDelivery } from '../queue/claim.repository.js';

/** Sends a delivery once: checks the address again, signs with every live secret that can be read, posts. */
@Injectable()
export class Sender {
  private readonly logger = new Logger(Sender.name);

  constructor(
    private readonly guard: AddressGuard,
    private readonly box: SecretBox,
    private readonly http: OutboundHttp,
    private readonly config: WebhooksConfig,
  ) {}

  async send(job: QueuedDelivery, at: Date): Promise<AttemptResult> {
    const started = performance.now();
    const elapsed = (): number => Math.round(performance.now() - started);
    const verdict = await this.guard.check(job.url);
    if (!verdict.allowed) {
      const error = verdict.refusal === 'unresolved' ? 'unresolved' : 'forbidden_address';
      return { status: null, error, latencyMs: elapsed(), responseBody: null, retryAfter: null };
    }
    const secrets = this.readableSecrets(job);
    const answer = await this.http.post({
      url: verdict.url,
      addresses: verdict.addresses,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Capture-Webhooks/1.0',
        ...signAttempt(job.eventId, at, job.body, secrets),
      },
      body: job.body,
      timeoutMs: Math.max(1, this.config.CAPTURE_WEBHOOK_TIMEOUT_MS - elapsed()),
    });
    const { status, error, body, retryAfter } = answer;
    return { status, error, latencyMs: elapsed(), responseBody: body, retryAfter };
  }

  /** After the loss of the key that sealed a secret, one from a rotation since then is enough. */
  private readableSecrets({ sealedSecrets, endpointId }: QueuedDelivery): string[] {
    return sealedSecrets.flatMap((sealed) => {
      try {
        return [this.box.open(sealed, endpointId)];
      } catch (error) {
        this.logger.warn({ err: error, endpointId }, 'a signing secret cannot be read, and signs nothing');
        return [];
      }
    });
  }
}
