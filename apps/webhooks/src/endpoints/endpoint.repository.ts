import { Injectable } from '@nestjs/common';
import { invalidCursor, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { EndpointHealth, EndpointMode } from './endpoint.model.js';
import { MOST_SECRETS } from './signing.model.js';

export interface EndpointRow extends EndpointHealth {
  id: string;
  organizationId: string;
  url: string;
  description: string | null;
  events: string[];
  mode: EndpointMode;
  createdAt: Date;
  /** How often it was asked to be enabled. */
  enabledTimes: number;
}

/** Endpoints and their signing secrets. */
@Injectable()
export class EndpointRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Serializes creates of one organization, so that the cap holds. Returns how many endpoints it has. */
  async lockOrganization(organizationId: string): Promise<number> {
    await this.database.lock(`endpoints:${organizationId}`);
    return this.database.client.endpoint.count({ where: { organizationId } });
  }

  async insert(row: EndpointRow, sealedSecret: string): Promise<void> {
    const secrets = { create: { sealed: sealedSecret, createdAt: row.createdAt } };
    await this.database.client.endpoint.create({ data: { ...row, secrets } });
  }

  async find(organizationId: string, id: string): Promise<EndpointRow | undefined> {
    const row = await this.database.client.endpoint.findFirst({ where: { id, organizationId } });
    return (row as EndpointRow | null) ?? undefined;
  }

  /** Up to `limit + 1` endpoints, newest first, after the one that `cursor` names. @throws AppError invalid_cursor */
  async page(organizationId: string, limit: number, cursor: string | undefined): Promise<EndpointRow[]> {
    if (
      cursor !== undefined &&
      !(isId('webhookEndpoint', cursor) && (await this.find(organizationId, cursor)))
    ) {
      throw invalidCursor();
    }
    const rows = await this.database.client.endpoint.findMany({
      where: { organizationId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return rows as EndpointRow[];
  }

  async update(row: EndpointRow): Promise<void> {
    const { id, organizationId: _owner, createdAt: _created, ...data } = row;
    await this.database.client.endpoint.update({ where: { id }, data });
  }

  /** The endpoint, locked until the transaction ends. */
  async lock(organizationId: string, id: string): Promise<EndpointRow | undefined> {
    await this.database.query(
      'SELECT id FROM endpoint WHERE id = $1 AND organization_id = $2 FOR UPDATE',
      id,
      organizationId,
    );
    return this.find(organizationId, id);
  }

  /** The endpoint, locked against changes until the transaction ends; others may hold the same lock. */
  async lockShared(organizationId: string, id: string): Promise<EndpointRow | undefined> {
    await this.database.query(
      'SELECT id FROM endpoint WHERE id = $1 AND organization_id = $2 FOR SHARE',
      id,
      organizationId,
    );
    return this.find(organizationId, id);
  }

  /** Its status, locked like that; undefined when there is no such endpoint. For transactions past the generated client too. */
  async lockStatus(id: string): Promise<EndpointRow['status'] | undefined> {
    const rows = await this.database.query<{ status: EndpointRow['status'] }>(
      'SELECT status FROM endpoint WHERE id = $1 FOR SHARE',
      id,
    );
    return rows[0]?.status;
  }

  /**
   * Deletes the endpoint with its secrets, and notes that its deliveries are to follow; false when there is none. Adding
   * deliveries locks the endpoint first, so none is added after this.
   */
  async delete(organizationId: string, id: string, now: Date): Promise<boolean> {
    const { count } = await this.database.client.endpoint.deleteMany({ where: { id, organizationId } });
    if (count === 0) return false;
    await this.database.client.deletedEndpoint.create({ data: { id, organizationId, deletedAt: now } });
    return true;
  }

  async saveHealth(id: string, health: EndpointHealth): Promise<void> {
    await this.database.client.endpoint.update({ where: { id }, data: { ...health } });
  }

  /**
   * Adds a secret and sets when the earlier ones expire: beyond the newest `MOST_SECRETS` at once. Call it in a transaction that
   * has locked the endpoint.
   */
  async rotate(endpointId: string, sealed: string, now: Date, oldExpiresAt: Date): Promise<void> {
    await this.database.client.secret.updateMany({
      where: { endpointId, OR: [{ expiresAt: null }, { expiresAt: { gt: oldExpiresAt } }] },
      data: { expiresAt: oldExpiresAt },
    });
    await this.database.client.secret.create({ data: { endpointId, sealed, createdAt: now } });
    await this.database.execute(
      `UPDATE secret SET expires_at = $2 WHERE id = ANY(ARRAY(
         SELECT id FROM secret WHERE endpoint_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY id DESC OFFSET $3
       ))`,
      endpointId,
      now,
      MOST_SECRETS,
    );
  }

  deleteExpiredSecrets(now: Date): Promise<number> {
    return this.database.execute('DELETE FROM secret WHERE expires_at <= $1', now);
  }
}
