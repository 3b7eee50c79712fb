import { Injectable } from '@nestjs/common';
import type { ResolveCredential, ResolvedCredential } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AccountsConfig } from './config.js';
import { CredentialRepository, type CredentialRow } from './credential.repository.js';
import { KeyUse } from './credential.jobs.js';
import { endOf, isUsable, sameHash, secretHash } from './key.model.js';
import { upgradesFrom, type Plan } from './plan.model.js';
import { PlanRepository } from './plan.repository.js';

/** Turns the hash of an API key into a principal. */
@Injectable()
export class CredentialService {
  constructor(
    private readonly db: Database,
    private readonly credentials: CredentialRepository,
    private readonly plans: PlanRepository,
    private readonly uses: KeyUse,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** Null for a key that does not authenticate; the caller must not learn whether it never did or no longer does. */
  async resolve({ keySha256 }: ResolveCredential): Promise<ResolvedCredential | null> {
    const hash = secretHash(this.config.CAPTURE_KEY_PEPPER, keySha256);
    const [row, plans] = await this.db.forEveryOrganization('a key says no organization', () =>
      Promise.all([this.credentials.byHash(hash), this.plans.all()]),
    );
    const now = this.clock.now();
    if (!row || !sameHash(row.hash, hash) || !isUsable(row, row, now)) return null;
    const plan = plans.find((candidate) => candidate.name === row.plan);
    if (!plan) throw new Error(`organization ${row.organizationId} has the unknown plan ${row.plan}`);
    this.uses.note(row.keyId, now);
    return toCredential(row, plan, plans);
  }
}

function toCredential(row: CredentialRow, plan: Plan, plans: Plan[]): ResolvedCredential {
  return {
    principal: {
      kind: 'key',
      organizationId: row.organizationId,
      keyId: row.keyId,
      mode: row.mode,
      scopes: row.scopes,
      ownerMemberId: row.ownerRemovedAt === null ? row.ownerMemberId : null,
      plan: plan.name,
      features: plan.features,
      limits: plan.limits,
      organizationPaused: row.paused,
    },
    expiresAt: endOf(row, row)?.toISOString() ?? null,
    upgrades: upgradesFrom(plan, plans),
  };
}
