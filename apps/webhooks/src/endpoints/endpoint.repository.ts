import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { EndpointHealth } from './endpoint.model.js';
import type { PrismaClient } from '../generated/prisma/client.js';

export interface EndpointRow extends EndpointHealth {
  id: string;
  organizationId: string;
  url: string;
  description: string | null;
  events: string[];
  createdAt: Date;
}

/** Endpoints and their signing secrets. */
@Injectable()
export class EndpointRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /** Makes concurrent creates of one organization follow each other, so that the cap holds. */
  async lockOrganization(organizationId: string): Promise<number> {
    await this.db.execute(
      `SELECT pg_advisory_xact_lock(hashtextextended('webhooks.endpoints:' || $1, 0))`,
      organizationId,
    );
    return this.db.client.endpoint.count({ where: { organizationId } });
  }

  async insert(row: EndpointRow, sealedSecret: string): Promise<void> {
    const secrets = { create: { sealed: sealedSecret, createdAt: row.createdAt } };
    await this.db.client.endpoint.create({ data: { ...row, secrets } });
  }

  async find(organizationId: string, id: string): Promise<EndpointRow | undefined> {
    const row = await this.db.client.endpoint.findFirst({ where: { id, organizationId } });
    return (row as EndpointRow | null) ?? undefined;
  }

  /** Up to `limit + 1` endpoints, newest first, after the one that `cursor` names. @throws AppError invalid_cursor */
  async page(organizationId: string, limit: number, cursor: string | undefined): Promise<EndpointRow[]> {
    if (
      cursor !== undefined &&
      !(isId('webhookEndpoint', cursor) && (await this.find(organizationId, cursor)))
    ) {
      throw new AppError('invalid_cursor', 'The cursor names no webhook endpoint of your organization.');
    }
    const rows = await this.db.client.endpoint.findMany({
      where: { organizationId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return rows as EndpointRow[];
  }

  async update(row: EndpointRow): Promise<void> {
    const { id, organizationId: _owner, createdAt: _created, ...data } = row;
    await this.db.client.endpoint.update({ where: { id }, data });
  }

  /** The endpoint, locked until the transaction ends. */
  async lock(organizationId: string, id: string): Promise<EndpointRow | undefined> {
    await this.db.query(
      'SELECT id FROM endpoint WHERE id = $1 AND organization_id = $2 FOR UPDATE',
      id,
      organizationId,
    );
    return this.find(organizationId, id);
  }

  /** The endpoint; its state cannot change until the transaction ends, but others may rely on it too. */
  async share(organizationId: string, id: string): Promise<EndpointRow | undefined> {
    await this.db.query(
      'SELECT id FROM endpoint WHERE id = $1 AND organization_id = $2 FOR SHARE',
      id,
      organizationId,
    );
    return this.find(organizationId, id);
  }

  async saveHealth(id: string, health: EndpointHealth): Promise<void> {
    await this.db.client.endpoint.update({ where: { id }, data: { ...health } });
  }

  /** Adds a secret and lets the ones before it expire. */
  async rotate(endpointId: string, sealed: string, now: Date, oldExpiresAt: Date): Promise<void> {
    await this.db.client.secret.updateMany({
      where: { endpointId, OR: [{ expiresAt: null }, { expiresAt: { gt: oldExpiresAt } }] },
      data: { expiresAt: oldExpiresAt },
    });
    await this.db.client.secret.create({ data: { endpointId, sealed, createdAt: now } });
  }

  deleteExpiredSecrets(now: Date): Promise<number> {
    return this.db.execute('DELETE FROM secret WHERE expires_at <= $1', now);
  }
}
