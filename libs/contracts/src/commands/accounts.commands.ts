import { NestedField, ObjectField, StringListField } from '../fields/composites.js';
import {
  BooleanField,
  EmailField,
  EnumField,
  IdField,
  IntField,
  Sha256Field,
  StringField,
  TimestampField,
} from '../fields/values.js';
import type { KeyPrincipal, MemberPrincipal } from '../principal.js';
import { ROLE_NAMES, type RoleName } from '../roles/roles.js';
import type { Feature, PlanLimits, Scope } from '../scopes.js';
import { LongListField } from './rule.js';

/** Commands that the accounts service serves. Lists of names accept unknown ones: the owner may be deployed first. */

export class ResolveCredential {
  /** SHA-256 of the API key: the key itself never crosses the bus. */
  @Sha256Field() keySha256: string;
}

class Limits implements PlanLimits {
  @IntField() rosterCap: number;
  @IntField() submissionCap: number;
  @IntField() maxGuests: number;
}

class ResolvedKey implements KeyPrincipal {
  @EnumField(['key']) kind: 'key';
  @IdField('organization') organizationId: string;
  @IdField('key') keyId: string;
  @EnumField(['live', 'test']) mode: 'live' | 'test';
  @StringListField() scopes: Scope[];
  @StringField({ nullable: true }) ownerMemberId: string | null;
  @StringField() plan: string;
  @StringListField() features: Feature[];
  @NestedField(() => Limits) limits: PlanLimits;
  @BooleanField() organizationPaused: boolean;
}

export class ResolvedCredential {
  @NestedField(() => ResolvedKey) principal: KeyPrincipal;
  /** ISO 8601; null when the key does not expire. */
  @TimestampField({ nullable: true }) expiresAt: string | null;
  /** For each feature the plan lacks, the cheapest plan that has it. */
  @ObjectField() upgrades: Record<string, string>;
}

export class ResolveSignIn {
  /** SHA-256 of the cookie's token: the token itself never crosses the bus. */
  @Sha256Field() tokenSha256: string;
}

export class ResolvedSignIn implements MemberPrincipal {
  @EnumField(['member']) kind: 'member';
  @IdField('organization') organizationId: string;
  @IdField('member') memberId: string;
  @EmailField() email: string;
  @EnumField(ROLE_NAMES) role: RoleName;
  @StringField() plan: string;
  @StringListField() features: Feature[];
  @NestedField(() => Limits) limits: PlanLimits;
  @BooleanField() organizationPaused: boolean;
  @StringField() signInId: string;
  /** For each feature the plan lacks, the cheapest plan that has it; the former release does not say. */
  @ObjectField({ optional: true }) upgrades?: Record<string, string>;
}

export class CheckAllowance {
  @IdField('organization') organizationId: string;
}

export class AllowanceState {
  @IntField() includedSec: number;
  @IntField() usedSec: number;
  @BooleanField() spent: boolean;
  @BooleanField() organizationPaused: boolean;
  @IntField() submissionCap: number;
  @StringField({ nullable: true }) ownerMemberId: string | null;
}

export class ListSuppressed {
  @IdField('organization') organizationId: string;
  @LongListField('addresses', (item) => typeof item === 'string') emails: string[];
}

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export class SuppressedAddress {
  @StringField() email: string;
  @EnumField(SUPPRESSION_REASONS) reason: SuppressionReason;
}
