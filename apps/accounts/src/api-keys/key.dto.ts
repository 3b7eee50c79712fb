import {
  EnumField,
  IdField,
  IntField,
  NestedListField,
  NextCursorField,
  SCOPES,
  NameField,
  StringField,
  StringListField,
  TimestampField,
  type Page,
  type Scope,
} from '@capture/contracts';
import { statusOf, type KeyMode, type KeyStatus } from './key.model.js';
import type { StoredKey } from './key.repository.js';

const NAME = { example: 'Backend' };
const SCOPE_LIST = {
  values: SCOPES,
  minItems: 1,
  maxItems: SCOPES.length,
  example: ['capture_requests:read'],
};
const EXPIRY = { nullable: true, description: 'When the key stops; null for never', example: null };

export class CreateKeyDto {
  @NameField(NAME) name: string;
  @EnumField(['live', 'test']) mode: KeyMode;
  @StringListField(SCOPE_LIST) scopes: Scope[];
  @TimestampField({ ...EXPIRY, optional: true }) expiresAt?: string | null;

  @StringField({
    optional: true,
    max: 254,
    description:
      "Id or e-mail address of the member who answers for the key; without it the organization's owner",
  })
  member?: string;
}

/** JSON Merge Patch: what is left out stays. */
export class UpdateKeyDto {
  @NameField({ ...NAME, optional: true }) name?: string;
  @StringListField({ ...SCOPE_LIST, optional: true }) scopes?: Scope[];
  @TimestampField({ ...EXPIRY, optional: true }) expiresAt?: string | null;
}

export class RotateKeyDto {
  @IntField({
    optional: true,
    max: 604_800,
    default: 86_400,
    description: 'Seconds the earlier text still works',
  })
  overlapSec: number = 86_400;
}

export class KeyTextDto {
  @StringField({ description: 'How the text starts', example: 'cap_live_9fQx' }) hint: string;
  @TimestampField() createdAt: string;
  @TimestampField({ nullable: true, description: 'When a rotated-out text stops' }) endsAt: string | null;
}

export class KeyDto {
  @IdField('key') id: string;
  @NameField(NAME) name: string;
  @EnumField(['live', 'test']) mode: KeyMode;
  @StringListField(SCOPE_LIST) scopes: Scope[];
  @EnumField(['active', 'expired', 'revoked']) status: KeyStatus;
  @IdField('member', { description: 'Who answers for the key' }) ownerMemberId: string;
  @TimestampField(EXPIRY) expiresAt: string | null;
  @TimestampField({ nullable: true, example: null }) revokedAt: string | null;
  @TimestampField({ nullable: true, description: 'Exact to a minute' }) lastUsedAt: string | null;
  @TimestampField() createdAt: string;
  @NestedListField(() => KeyTextDto, { description: 'Its texts, newest first' })
  texts: KeyTextDto[];
}

export class IssuedKeyDto extends KeyDto {
  @StringField({ description: 'The key itself; it is shown this once', example: 'cap_live_…' }) key: string;
}

export class KeyPageDto implements Page<KeyDto> {
  @NestedListField(() => KeyDto) data: KeyDto[];
  @NextCursorField() nextCursor: string | null;
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

export function toKey(key: StoredKey, now: Date): KeyDto {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    scopes: key.scopes,
    status: statusOf(key, now),
    ownerMemberId: key.ownerMemberId,
    expiresAt: iso(key.expiresAt),
    revokedAt: iso(key.revokedAt),
    lastUsedAt: iso(key.lastUsedAt),
    createdAt: key.createdAt.toISOString(),
    texts: key.secrets.map(({ hint, createdAt, endsAt }) => ({
      hint,
      createdAt: createdAt.toISOString(),
      endsAt: iso(endsAt),
    })),
  };
}
