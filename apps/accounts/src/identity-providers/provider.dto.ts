import { BooleanField, EnumField, StringField, StringListField, TimestampField } from '@capture/contracts';
import { NEW_MEMBER_ROLES, type IdentityProvider } from './provider.model.js';

const ISSUER = {
  max: 500,
  format: 'uri',
  description: 'As the discovery document of the provider says it, character by character',
  example: 'https://id.acme.example',
};
const DOMAINS = {
  minItems: 1,
  maxItems: 50,
  maxLength: 253,
  description: 'Domains of mail that you vouch for: they belong to the organization; each belongs to one',
};
const SPOKEN_FOR = {
  ...DOMAINS,
  minItems: 0,
  maxItems: 100,
  description: 'Domains of mail that it speaks for',
};
const PASSWORD = 'Whether members may sign in to the organization with their password as well';
const SECOND_FACTOR =
  'Whether the provider asks for a second factor, so that the one that a person has here is not asked for';
const NEW_MEMBERS = 'The role of people who become members by signing in; null when nobody does';

class ProviderSettingsDto {
  @StringField(ISSUER) issuer: string;
  @StringField({ max: 500, example: 'capture' }) clientId: string;
  @BooleanField({ optional: true, default: true, description: PASSWORD }) passwordAllowed: boolean = true;
  @BooleanField({ optional: true, default: false, description: SECOND_FACTOR })
  asksSecondFactor: boolean = false;
  @EnumField(NEW_MEMBER_ROLES, { optional: true, nullable: true, description: NEW_MEMBERS })
  newMemberRole: (typeof NEW_MEMBER_ROLES)[number] | null = null;
}

export class SetIdentityProviderDto extends ProviderSettingsDto {
  @StringField({ max: 1000, description: 'Is stored encrypted and never shown' }) clientSecret: string;
  @StringListField(DOMAINS) domains: string[];
}

export class SetOwnIdentityProviderDto extends ProviderSettingsDto {
  @StringField({
    max: 1000,
    optional: true,
    nullable: true,
    description: 'Is stored encrypted and never shown. Without it the one for this issuer and client stays',
  })
  clientSecret: string | null = null;
}

/** What is left out stays. */
export class ChangeOwnIdentityProviderDto {
  @StringField({ ...ISSUER, optional: true }) issuer?: string;
  @StringField({ max: 500, optional: true, example: 'capture' }) clientId?: string;
  @StringField({
    max: 1000,
    optional: true,
    description: 'Is stored encrypted and never shown. Required with another issuer or client',
  })
  clientSecret?: string;
  @BooleanField({ optional: true, description: PASSWORD }) passwordAllowed?: boolean;
  @BooleanField({ optional: true, description: SECOND_FACTOR }) asksSecondFactor?: boolean;
  @EnumField(NEW_MEMBER_ROLES, { optional: true, nullable: true, description: NEW_MEMBERS })
  newMemberRole?: (typeof NEW_MEMBER_ROLES)[number] | null;
}

export class IdentityProviderDto {
  @StringField(ISSUER) issuer: string;
  @StringField({ max: 500, example: 'capture' }) clientId: string;
  @StringListField(SPOKEN_FOR) domains: string[];
  @BooleanField({ description: PASSWORD }) passwordAllowed: boolean;
  @BooleanField({ description: SECOND_FACTOR }) asksSecondFactor: boolean;
  @EnumField(NEW_MEMBER_ROLES, { nullable: true, description: NEW_MEMBERS }) newMemberRole: string | null;
  @StringField({
    max: 1000,
    format: 'uri',
    description: 'To register with the provider as the redirect URI',
    example: 'https://capture.acme.example/console/single-sign-on',
  })
  redirectUri: string;
  @TimestampField() updatedAt: string;
}

export function toIdentityProvider(provider: IdentityProvider, redirectUri: string): IdentityProviderDto {
  const { issuer, clientId, domains, passwordAllowed, asksSecondFactor, newMemberRole } = provider;
  const updatedAt = provider.updatedAt.toISOString();
  const settings = { passwordAllowed, asksSecondFactor, newMemberRole };
  return { issuer, clientId, domains: [...domains], ...settings, redirectUri, updatedAt };
}
