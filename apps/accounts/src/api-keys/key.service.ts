import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  createEvent,
  CredentialChanged,
  formatApiKey,
  invalidField,
  newId,
  readPage,
  sha256Hex,
  type ForwardedCall,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock, keyedHash } from '@capture/platform';
import { AuditRepository, type AuditFact } from '../audit/audit.repository.js';
import { AccountsConfig } from '../config.js';
import { ownerOf } from '../members/member.model.js';
import { MemberRepository } from '../members/member.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import {
  toKey,
  type UpdateKeyDto,
  type CreateKeyDto,
  type KeyDto,
  type RotateKeyDto,
  type IssuedKeyDto,
} from './key.dto.js';
import {
  changedKey,
  hintOf,
  MOST_KEYS,
  outlived,
  requireActive,
  statusOf,
  type ApiKey,
  type KeyMode,
  type KeySecret,
} from './key.model.js';
import { KeyRepository } from './key.repository.js';

/** API keys of organizations. The text of a key exists in the answer that shows it, and nowhere else. */
@Injectable()
export class KeyService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly keys: KeyRepository,
    private readonly audit: AuditRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AccountsConfig,
  ) {}

  async create(call: ForwardedCall, organizationId: string, body: CreateKeyDto): Promise<IssuedKeyDto> {
    const now = this.clock.now();
    const { name, mode, scopes } = body;
    const expiresAt = futureExpiry(body.expiresAt ?? null, now);
    const { text, secret } = this.newSecret(mode, now);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.requirePlace(organizationId, now);
      const ownerMemberId = await this.ownerFor(organizationId, body.member ?? callerOf(call));
      const times = { expiresAt, revokedAt: null, lastUsedAt: null, createdAt: now };
      const id = newId('key');
      const key: ApiKey = {
        id,
        organizationId,
        name,
        mode,
        scopes: [...new Set(scopes)],
        ownerMemberId,
        ...times,
      };
      await this.keys.insert(key, secret);
      await this.audit.record(call, {
        ...about(key, 'key.created'),
        detail: { name, mode, scopes, ownerMemberId },
      });
      return { ...toKey({ ...key, secrets: [secret] }, now), key: text };
    });
  }

  async list(organizationId: string, query: PageQuery): Promise<Page<KeyDto>> {
    await this.organizations.get(organizationId);
    const now = this.clock.now();
    return readPage(query, this.keys.listed(organizationId), (key) => toKey(key, now));
  }

  async read(organizationId: string, id: string): Promise<KeyDto> {
    return toKey(await this.keys.get(organizationId, id), this.clock.now());
  }

  async change(call: ForwardedCall, organizationId: string, id: string, body: UpdateKeyDto): Promise<KeyDto> {
    const now = this.clock.now();
    const { expiresAt, ...rest } = body;
    const wanted = {
      ...rest,
      ...(expiresAt === undefined ? {} : { expiresAt: futureExpiry(expiresAt, now) }),
    };
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const before = await this.keys.get(organizationId, id);
      const key = changedKey(before, wanted);
      if (statusOf(before, now) === 'expired' && statusOf(key, now) === 'active')
        await this.requirePlace(organizationId, now);
      await this.keys.save(key);
      await this.audit.record(call, { ...about(key, 'key.changed'), detail: { ...body } });
      this.announce(key, 'updated');
      return toKey(await this.keys.get(organizationId, id), now);
    });
  }

  /** A new text for the same key; every earlier one stops after the overlap. @throws AppError `conflict` */
  async rotate(
    call: ForwardedCall,
    organizationId: string,
    id: string,
    { overlapSec }: RotateKeyDto,
  ): Promise<IssuedKeyDto> {
    const now = this.clock.now();
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const key = requireActive(await this.keys.get(organizationId, id), now);
      const { text, secret } = this.newSecret(key.mode, now);
      const overlapEndsAt = new Date(now.getTime() + overlapSec * 1000);
      await this.keys.deleteSecrets(outlived(key.secrets, overlapEndsAt, now));
      await this.keys.addSecret(id, secret, overlapEndsAt);
      await this.audit.record(call, { ...about(key, 'key.rotated'), detail: { overlapSec } });
      this.announce(key, 'rotated');
      return { ...toKey(await this.keys.get(organizationId, id), now), key: text };
    });
  }

  /** Revoking a revoked key changes nothing. */
  async revoke(call: ForwardedCall, organizationId: string, id: string): Promise<KeyDto> {
    const now = this.clock.now();
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const stored = await this.keys.get(organizationId, id);
      if (stored.revokedAt !== null) return toKey(stored, now);
      const key = { ...stored, revokedAt: now };
      await this.keys.save(key);
      await this.audit.record(call, about(key, 'key.revoked'));
      this.announce(key, 'revoked');
      return toKey(key, now);
    });
  }

  /** @throws AppError `conflict`; the caller has locked the organization */
  private async requirePlace(organizationId: string, now: Date): Promise<void> {
    const count = await this.keys.countUsable(organizationId, now);
    if (count < MOST_KEYS) return;
    throw new AppError('conflict', `There are ${count} keys that work already; revoke some first.`);
  }

  private newSecret(mode: KeyMode, now: Date): { text: string; secret: KeySecret } {
    const text = formatApiKey(mode, randomBytes(32));
    const hash = keyedHash(this.config.CAPTURE_KEY_PEPPER, sha256Hex(text));
    return { text, secret: { hash, hint: hintOf(text), createdAt: now, endsAt: null } };
  }

  private async ownerFor(organizationId: string, idOrEmail: string | undefined): Promise<string> {
    const present = await this.members.present(organizationId);
    const wanted = idOrEmail?.toLowerCase();
    const owner =
      wanted === undefined
        ? ownerOf(present)
        : present.find(({ id, email }) => id === wanted || email === wanted);
    if (!owner)
      throw invalidField('member', 'not_allowed', 'Nobody in the organization has this id or address.');
    return owner.id;
  }

  private announce({ id, organizationId }: ApiKey, change: CredentialChanged['change']): void {
    this.outbox.add(createEvent(CredentialChanged, organizationId, { keyId: id, change }));
  }
}

/** Keys belong to the member who makes them; those that operators make to the organization's owner. */
function callerOf({ principal }: ForwardedCall): string | undefined {
  return principal.kind === 'member' ? principal.memberId : undefined;
}

function about({ id, organizationId }: ApiKey, action: string): AuditFact {
  return { organizationId, action, subject: id };
}

function futureExpiry(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end <= now) throw invalidField('expiresAt', 'out_of_range', 'expiresAt must lie in the future.');
  return end;
}
