import { Injectable } from '@nestjs/common';
import type { ResolveCredential, ResolvedCredential } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, keyedHash, sameBytes } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { planOf, upgradesFrom, type Plan } from '../plans/plan.model.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { CredentialRepository, type CredentialRow } from './credential.repository.js';
import { KeyUses } from './key-uses.js';
import { endOf, isUsable } from './key.model.js';

/** Resolves the hash of an API key to its principal. */
@Injectable()
export class CredentialService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialRepository,
    private readonly plans: PlanRepository,
    private readonly uses: KeyUses,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** Null for a key that does not authenticate; the caller must not learn whether it never did or no longer does. */
  async resolve({ keySha256 }: ResolveCredential): Promise<ResolvedCredential | null> {
    const hash = keyedHash(this.config.CAPTURE_KEY_PEPPER, keySha256);
    const [row, plans] = await this.database.forEveryOrganization('a key says no organization', () =>
      Promise.all([this.credentials.byHash(hash), this.plans.all()]),
    );
    const now = this.clock.now();
    if (!row || !sameBytes(row.hash, hash) || !isUsable(row, row, now)) return null;
    this.uses.note(row.keyId, now);
    return toCredential(row, planOf(plans, row.plan), plans);
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
