import { BooleanField, NestedField, NestedListField, StringField, TimestampField } from '@capture/contracts';
import { PASSWORD_LENGTH } from '../passwords/password.model.js';
import { OrganizationNameDto } from '../sign-in/sign-in.dto.js';
import type { OwnSignIn } from '../sign-in/sign-in.repository.js';

export class OwnSignInDto {
  @StringField({ pattern: /^[0-9a-f]{64}$/, description: 'To end it by; it signs nobody in' }) id: string;
  @StringField({
    nullable: true,
    description: 'Null when the browser did not say what it is',
    example: 'Firefox on Windows',
  })
  browser: string | null;
  @NestedField(() => OrganizationNameDto) organization: OrganizationNameDto;
  @TimestampField() createdAt: string;
  @TimestampField({ description: 'Last call, exact to a minute' }) lastUsedAt: string;
  @BooleanField({ description: 'The one that asks' }) current: boolean;
}

export class OwnSignInListDto {
  @NestedListField(() => OwnSignInDto, { description: 'At most 100, last used first' })
  data: OwnSignInDto[];
}

export class ChangePasswordDto {
  @StringField({ max: 1000, example: 'correct horse battery staple', unstored: true })
  currentPassword: string;

  @StringField({
    ...PASSWORD_LENGTH,
    description: 'Not the e-mail address; compared in Unicode form NFKC',
    example: 'another horse entirely',
    unstored: true,
  })
  password: string;
}

export function toOwnSignIn(signIn: OwnSignIn, currentId: string): OwnSignInDto {
  const { id, browser, organizationId, organizationName, createdAt, seenAt } = signIn;
  return {
    id,
    browser,
    organization: { id: organizationId, name: organizationName },
    createdAt: createdAt.toISOString(),
    lastUsedAt: seenAt.toISOString(),
    current: id === currentId,
  };
}
