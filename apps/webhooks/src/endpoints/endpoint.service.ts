import { Injectable } from '@nestjs/common';
import {
  AppError,
  createEvent,
  invalidField,
  newId,
  notFound,
  toPage,
  WebhookEndpointDisabled,
} from '@capture/contracts';
import { Audit, Outbox, sentFields } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AddressGuard, REFUSALS } from '../outbound/address-guard.js';
import { WebhooksConfig } from '../config.js';
import { failureOf, type AttemptResult } from '../deliveries/delivery.model.js';
import { EndpointDeletionJob } from '../deliveries/deleted-endpoint.jobs.js';
import { EndpointDeletionRepository } from '../deliveries/deleted-endpoint.repository.js';
import {
  toEndpoint,
  type CreateEndpointBody,
  type Endpoint,
  type EndpointPage,
  type EndpointWithSecret,
  type PageQuery,
  type RotatedEndpoint,
  type RotateSecretBody,
  type UpdateEndpointBody,
} from './endpoint.dto.js';
import { afterOutcome, FRESH_HEALTH, sameHealth, withStatus, type EndpointHealth } from './endpoint.model.js';
import { EndpointRepository, type EndpointRow } from './endpoint.repository.js';
import { QueueRepository } from '../deliveries/queue/queue.repository.js';
import { SecretBox } from './secret-box.js';
import { newSecret } from './signing.model.js';

@Injectable()
export class EndpointService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRepository,
    private readonly deletions: EndpointDeletionRepository,
    private readonly deletion: EndpointDeletionJob,
    private readonly queue: QueueRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly guard: AddressGuard,
    private readonly box: SecretBox,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  async create(organizationId: string, body: CreateEndpointBody): Promise<EndpointWithSecret> {
    await this.requireReachable(body.url);
    const secret = newSecret();
    const row: EndpointRow = {
      ...FRESH_HEALTH,
      id: newId('webhookEndpoint'),
      organizationId,
      url: body.url,
      description: body.description ?? null,
      events: [...new Set(body.events)],
      createdAt: this.clock.now(),
    };
    await this.database.run(async () => {
      const cap = this.config.CAPTURE_WEBHOOK_ENDPOINT_CAP;
      const count = await this.endpoints.lockOrganization(organizationId);
      if (count >= cap)
        throw new AppError(
          'conflict',
          `An organization has at most ${cap} webhook endpoints; delete one first.`,
          { cap, count },
        );
      await this.endpoints.insert(row, this.box.seal(secret, row.id));
      await this.stateChange('created', row);
    });
    return { ...toEndpoint(row), secret };
  }

  async list(organizationId: string, { limit, cursor }: PageQuery): Promise<EndpointPage> {
    return toPage(await this.endpoints.page(organizationId, limit, cursor), limit, toEndpoint);
  }

  async read(organizationId: string, id: string): Promise<Endpoint> {
    return toEndpoint(await this.require(organizationId, id));
  }

  async update(organizationId: string, id: string, body: UpdateEndpointBody): Promise<Endpoint> {
    await this.require(organizationId, id);
    if (body.url !== undefined) await this.requireReachable(body.url);
    return this.database.run(async () => {
      const before = await this.locked(organizationId, id);
      const after: EndpointRow = {
        ...before,
        ...(body.status === undefined ? {} : withStatus(before, body.status)),
        // Another receiver has to prove itself anew.
        ...(body.url === undefined || body.url === before.url
          ? {}
          : { url: body.url, promptStreak: 0, failingSince: null, warnedAt: null }),
        events: body.events === undefined ? before.events : [...new Set(body.events)],
        description: body.description === undefined ? before.description : body.description,
      };
      await this.endpoints.update(after);
      if (after.status === 'disabled') await this.queue.hold(id, this.clock.now());
      const fields = sentFields(body);
      if (fields.length > 0) await this.stateChange('changed', after, { fields });
      return toEndpoint(after);
    });
  }

  /** It is gone at once; its deliveries, which may be very many, follow. */
  async delete(organizationId: string, id: string): Promise<void> {
    await this.database.run(async () => {
      if (!(await this.deletions.delete(organizationId, id, this.clock.now())))
        throw notFound('webhook endpoint');
      await this.stateChange('deleted', { id, organizationId });
      this.database.onCommit(() => this.deletion.wake());
    });
  }

  async rotateSecret(
    organizationId: string,
    id: string,
    { overlapSec }: RotateSecretBody,
  ): Promise<RotatedEndpoint> {
    const secret = newSecret();
    return this.database.run(async () => {
      const row = await this.locked(organizationId, id);
      const now = this.clock.now();
      const oldExpiresAt = new Date(now.getTime() + overlapSec * 1000);
      await this.endpoints.rotate(id, this.box.seal(secret, id), now, oldExpiresAt);
      await this.stateChange('secret_rotated', row, { overlapSec });
      return { ...toEndpoint(row), secret, previousSecretExpiresAt: oldExpiresAt.toISOString() };
    });
  }

  /** Takes in what an attempt said about the endpoint; disables it and tells the organization where that is due. */
  async learn(
    organizationId: string,
    id: string,
    seen: EndpointHealth,
    result: AttemptResult,
  ): Promise<void> {
    const now = this.clock.now();
    if (await this.isDisabled(organizationId, id, seen, result)) await this.queue.hold(id, now);
    if (sameHealth(seen, afterOutcome(seen, result, now).health)) return;
    await this.database.run(async () => {
      const before = await this.endpoints.lock(organizationId, id);
      if (!before) return;
      const { health, notice } = afterOutcome(before, result, now);
      await this.endpoints.saveHealth(id, pickHealth(health));
      if (health.status === 'disabled') await this.queue.hold(id, now);
      if (notice === null) return;
      await this.outbox.add(
        createEvent(WebhookEndpointDisabled, organizationId, { webhookEndpointId: id, reason: notice }, now),
      );
    });
  }

  /**
   * A failed attempt leaves its delivery queued. Whoever was disabling the endpoint meanwhile passed it over as in flight,
   * and the attempt saw the endpoint as it was before: so it looks again once they are through.
   */
  private async isDisabled(
    organizationId: string,
    id: string,
    seen: EndpointHealth,
    result: AttemptResult,
  ): Promise<boolean> {
    if (seen.status === 'disabled' || failureOf(result) === null) return seen.status === 'disabled';
    return (await this.endpoints.share(organizationId, id))?.status === 'disabled';
  }

  /** @throws AppError not_found */
  async require(organizationId: string, id: string): Promise<EndpointRow> {
    const row = await this.endpoints.find(organizationId, id);
    if (!row) throw notFound('webhook endpoint');
    return row;
  }

  /** A name that does not resolve yet is taken: attempts are judged anew, each by its own answer. */
  async requireReachable(url: string): Promise<void> {
    const verdict = await this.guard.judge(url);
    if (!verdict.allowed && verdict.refusal !== 'unresolved')
      throw invalidField('url', verdict.refusal, REFUSALS[verdict.refusal]);
  }

  private async stateChange(
    what: string,
    { id, organizationId }: Pick<EndpointRow, 'id' | 'organizationId'>,
    detail: object = {},
  ): Promise<void> {
    await this.audit.state(organizationId, { action: `webhook_endpoint.${what}`, subject: id, detail });
  }

  private async locked(organizationId: string, id: string): Promise<EndpointRow> {
    const row = await this.endpoints.lock(organizationId, id);
    if (!row) throw notFound('webhook endpoint');
    return row;
  }
}

function pickHealth({
  status,
  disabledReason,
  promptStreak,
  failingSince,
  warnedAt,
}: EndpointHealth): EndpointHealth {
  return { status, disabledReason, promptStreak, failingSince, warnedAt };
}
