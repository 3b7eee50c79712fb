import { Injectable } from '@nestjs/common';
import { notFound, type PageSource, type Scope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { ApiKey as Row, KeySecret as SecretRow, PrismaClient } from '../generated/prisma/client.js';
import type { ApiKey, KeyMode, KeySecret } from './key.model.js';

/** A key with the texts of it that may still be in use, newest first. */
export type StoredKey = ApiKey & { secrets: KeySecret[] };

const WITH_SECRETS = { secrets: { orderBy: { createdAt: 'desc' } } } as const;

function toModel(row: Row & { secrets: SecretRow[] }): StoredKey {
  return { ...row, mode: row.mode as KeyMode, scopes: row.scopes as Scope[] };
}

const usable = (now: Date) => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

@Injectable()
export class KeyRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(key: ApiKey, secret: KeySecret): Promise<void> {
    await this.database.client.apiKey.create({ data: { ...key, secrets: { create: secret } } });
  }

  /** Saves everything but the last use, which `CredentialRepository` writes. */
  async save({ id, name, scopes, expiresAt, revokedAt }: ApiKey): Promise<void> {
    await this.database.client.apiKey.update({ where: { id }, data: { name, scopes, expiresAt, revokedAt } });
  }

  /** Adds a text; every earlier one ends at `overlapEndsAt` at the latest. */
  async addSecret(keyId: string, secret: KeySecret, overlapEndsAt: Date): Promise<void> {
    const later = { keyId, OR: [{ endsAt: null }, { endsAt: { gt: overlapEndsAt } }] };
    await this.database.client.keySecret.updateMany({ where: later, data: { endsAt: overlapEndsAt } });
    await this.database.client.keySecret.create({ data: { ...secret, keyId } });
  }

  async deleteSecrets(secrets: readonly Pick<KeySecret, 'hash'>[]): Promise<void> {
    const hashes = secrets.map(({ hash }) => hash);
    await this.database.client.keySecret.deleteMany({ where: { hash: { in: hashes } } });
  }

  /** Deletes up to `limit` texts that stopped by `time`; returns how many. */
  deleteSecretsEnded(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM key_secret WHERE hash = ANY
         (ARRAY(SELECT hash FROM key_secret WHERE ends_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }

  /** @throws AppError `not_found`, also for another organization's key. */
  async get(organizationId: string, id: string): Promise<StoredKey> {
    const row = await this.database.client.apiKey.findFirst({
      where: { id, organizationId },
      include: WITH_SECRETS,
    });
    if (!row) throw notFound('API key');
    return toModel(row);
  }

  /** Revokes up to `limit` keys of an organization; returns their ids. */
  async revokeSome(organizationId: string, revokedAt: Date, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `UPDATE api_key SET revoked_at = $2 WHERE id = ANY
         (ARRAY(SELECT id FROM api_key WHERE organization_id = $1 AND revoked_at IS NULL LIMIT $3 FOR UPDATE))
       RETURNING id`,
      organizationId,
      revokedAt,
      limit,
    );
    return rows.map(({ id }) => id);
  }

  /** How many keys of an organization still authenticate. */
  countUsable(organizationId: string, now: Date): Promise<number> {
    return this.database.client.apiKey.count({ where: { organizationId, ...usable(now) } });
  }

  /** Ids of the keys that a member owns and that still authenticate. */
  async usableOf(ownerMemberId: string, now: Date): Promise<string[]> {
    const where = { ownerMemberId, ...usable(now) };
    return (await this.database.client.apiKey.findMany({ where, select: { id: true } })).map(({ id }) => id);
  }

  listed(organizationId: string): PageSource<StoredKey> {
    const table = this.database.client.apiKey;
    return {
      has: async (cursor) => (await table.count({ where: { id: cursor, organizationId } })) > 0,
      after: async (cursor, take) => {
        const where = { organizationId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
        const rows = await table.findMany({ where, orderBy: { id: 'desc' }, take, include: WITH_SECRETS });
        return rows.map(toModel);
      },
    };
  }
}
