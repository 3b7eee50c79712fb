import { Injectable } from '@nestjs/common';
import {
  AppError,
  invalidField,
  modeOf,
  newId,
  notFound,
  toPage,
  type OrganizationPrincipal,
  type PageQuery,
} from '@capture/contracts';
import { Audit, sentFields } from '@capture/outbox';
import { Database, IdempotentEffect } from '@capture/persistence';
import { AddressGuard, Clock, REFUSALS } from '@capture/platform';
import { WebhooksConfig } from '../config.js';
import { EndpointAnnouncements } from './endpoint-announcements.js';
import {
  toEndpoint,
  type CreateWebhookEndpointDto,
  type WebhookEndpointDto,
  type WebhookEndpointPageDto,
  type WebhookEndpointWithSecretDto,
  type RotatedWebhookEndpointDto,
  type RotateSecretDto,
  type UpdateWebhookEndpointDto,
} from './endpoint.dto.js';
import { FRESH_HEALTH, withStatus } from './endpoint.model.js';
import { EndpointRepository, type EndpointRow } from './endpoint.repository.js';
import { SecretBox } from './secret-box.js';
import { newSecret } from './signing.model.js';

@Injectable()
export class EndpointService {
  constructor(
    private readonly database: Database,
    private readonly effect: IdempotentEffect,
    private readonly endpoints: EndpointRepository,
    private readonly announcements: EndpointAnnouncements,
    private readonly audit: Audit,
    private readonly guard: AddressGuard,
    private readonly box: SecretBox,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  async create(
    caller: OrganizationPrincipal,
    body: CreateWebhookEndpointDto,
  ): Promise<WebhookEndpointWithSecretDto> {
    const { organizationId } = caller;
    await this.requireReachable(body.url);
    const secret = newSecret();
    const row: EndpointRow = {
      ...FRESH_HEALTH,
      id: newId('webhookEndpoint'),
      organizationId,
      mode: modeOf(caller),
      url: body.url,
      description: body.description ?? null,
      events: [...new Set(body.events)],
      createdAt: this.clock.now(),
      enabledTimes: 0,
    };
    return this.effect.commit(async () => {
      const cap = this.config.CAPTURE_WEBHOOK_ENDPOINT_CAP;
      const count = await this.endpoints.lockOrganization(organizationId);
      if (count >= cap)
        throw new AppError(
          'conflict',
          `An organization has at most ${cap} webhook endpoints; delete one first.`,
          { cap, count },
        );
      await this.endpoints.insert(row, this.box.seal(secret, row.id));
      this.auditChange('created', row);
      return { ...toEndpoint(row), secret };
    });
  }

  async list(organizationId: string, { limit, cursor }: PageQuery): Promise<WebhookEndpointPageDto> {
    return toPage(await this.endpoints.page(organizationId, limit, cursor), limit, toEndpoint);
  }

  async read(organizationId: string, id: string): Promise<WebhookEndpointDto> {
    return toEndpoint(await this.require(organizationId, id));
  }

  async update(
    caller: OrganizationPrincipal,
    id: string,
    body: UpdateWebhookEndpointDto,
  ): Promise<WebhookEndpointDto> {
    await this.requireOwn(caller, id);
    if (body.url !== undefined) await this.requireReachable(body.url);
    return this.database.run(async () => {
      const before = await this.locked(caller, id);
      const after: EndpointRow = {
        ...before,
        ...(body.status === undefined ? {} : withStatus(before, body.status)),
        // What is asked for last stands: attempts that are under way cannot disable it any more.
        enabledTimes: before.enabledTimes + (body.status === 'enabled' ? 1 : 0),
        // At another URL it has to prove itself again.
        ...(body.url === undefined || body.url === before.url
          ? {}
          : { url: body.url, promptStreak: 0, failingSince: null, warnedAt: null }),
        events: body.events === undefined ? before.events : [...new Set(body.events)],
        description: body.description === undefined ? before.description : body.description,
      };
      if (before.status === 'disabled' && after.status === 'enabled')
        await this.announcements.enabling(id, this.clock.now());
      await this.endpoints.update(after);
      if (after.status === 'disabled') await this.announcements.disabled(id, this.clock.now());
      const fields = sentFields(body);
      if (fields.length > 0) this.auditChange('changed', after, { fields });
      return toEndpoint(after);
    });
  }

  /** Deletes the endpoint at once; its deliveries, which may be very many, are removed later. */
  async delete(caller: OrganizationPrincipal, id: string): Promise<void> {
    const { organizationId } = caller;
    await this.database.run(async () => {
      await this.requireOwn(caller, id);
      if (!(await this.endpoints.delete(organizationId, id, this.clock.now())))
        throw notFound('webhook endpoint');
      this.auditChange('deleted', { id, organizationId });
      await this.announcements.deleted(id);
    });
  }

  async rotateSecret(
    caller: OrganizationPrincipal,
    id: string,
    { overlapSec }: RotateSecretDto,
  ): Promise<RotatedWebhookEndpointDto> {
    const secret = newSecret();
    return this.database.run(async () => {
      const row = await this.locked(caller, id);
      const now = this.clock.now();
      const oldExpiresAt = new Date(now.getTime() + overlapSec * 1000);
      await this.endpoints.rotate(id, this.box.seal(secret, id), now, oldExpiresAt);
      this.auditChange('secret_rotated', row, { overlapSec });
      return { ...toEndpoint(row), secret, previousSecretExpiresAt: oldExpiresAt.toISOString() };
    });
  }

  /** @throws AppError not_found */
  async require(organizationId: string, id: string): Promise<EndpointRow> {
    const row = await this.endpoints.find(organizationId, id);
    if (!row) throw notFound('webhook endpoint');
    return row;
  }

  /**
   * An endpoint that the caller may change or send to: a test key reads live endpoints, but redirects none of their events.
   * @throws AppError not_found, test_mode_scope
   */
  async requireOwn(caller: OrganizationPrincipal, id: string): Promise<EndpointRow> {
    return own(caller, await this.require(caller.organizationId, id));
  }

  /**
   * Accepts a name that does not resolve yet: every attempt is checked again. It waits for the servers of the name, so it is
   * called outside of transactions.
   * @throws AppError invalid_input
   */
  async requireReachable(url: string): Promise<void> {
    const verdict = await this.guard.check(url);
    if (!verdict.allowed && verdict.refusal !== 'unresolved')
      throw invalidField('url', verdict.refusal, REFUSALS[verdict.refusal]);
  }

  private auditChange(
    what: string,
    { id, organizationId }: Pick<EndpointRow, 'id' | 'organizationId'>,
    detail: object = {},
  ): void {
    this.audit.record(organizationId, { action: `webhook_endpoint.${what}`, subject: id, detail });
  }

  private async locked(caller: OrganizationPrincipal, id: string): Promise<EndpointRow> {
    const row = await this.endpoints.lock(caller.organizationId, id);
    if (!row) throw notFound('webhook endpoint');
    return own(caller, row);
  }
}

function own(caller: OrganizationPrincipal, row: EndpointRow): EndpointRow {
  if (modeOf(caller) === 'test' && row.mode === 'live')
    throw new AppError('test_mode_scope', 'This is a live endpoint; a test key changes test endpoints only.');
  return row;
}
