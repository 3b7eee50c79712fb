import { BooleanField, IntField, SecretField, StringField, StringListField } from '@capture/contracts';
import { OutboxConfig } from '@capture/outbox';
import { IsCidrList, type AddressRules } from '@capture/platform';
import { Matches } from 'class-validator';

const DNS_SERVER = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** Settings of the accounts service. */
export class AccountsConfig extends OutboxConfig {
  @SecretField({
    description: 'Secret mixed into stored key hashes; changing it voids every API key',
  })
  CAPTURE_KEY_PEPPER: string;

  @SecretField({
    description:
      'Secret mixed into what is stored of sign-ins, password links and second factors; changing it ends them all',
  })
  CAPTURE_SIGN_IN_SECRET: string;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    max: 3_600_000,
    description: 'Pause between writes of when keys were last used',
  })
  CAPTURE_KEY_USAGE_FLUSH_MS: number = 10_000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Days to keep the password hash of a person after they left their last organization',
  })
  CAPTURE_PERSON_KEEP_DAYS: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Days that the text of a key which was rotated out is listed after its end',
  })
  CAPTURE_KEY_SECRET_KEEP_DAYS: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    max: 3650,
    description: 'Days from when the deletion of an organization is asked for until it begins',
  })
  CAPTURE_ORGANIZATION_DELETION_DAYS: number = 30;

  @StringField({
    optional: true,
    pattern: /^smtps?:\/\/[^\s/]+\/?$/,
    description:
      'Mail server: smtp:// (STARTTLS, port 587 unless given) or smtps:// (465), with user and password where it asks for them',
  })
  CAPTURE_SMTP_URL?: string;

  @BooleanField({
    optional: true,
    text: true,
    description: 'Mails also go to a server that offers no TLS: for a relay that only this network reaches',
  })
  CAPTURE_SMTP_ALLOW_PLAIN: boolean = false;

  @StringField({
    optional: true,
    max: 320,
    pattern: /^([^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
    description: 'Who mails come from: an address, or Name <address>',
  })
  CAPTURE_MAIL_FROM: string = 'Capture <capture@localhost>';

  @StringField({
    optional: true,
    description: 'Without a mail server: folder that mails are written to as text files',
  })
  CAPTURE_MAIL_DIR?: string;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 1_000_000,
    description:
      'Mails that one organization may have sent within a day to people who did not ask for them: invitations, and links for people whom its directory adds',
  })
  CAPTURE_MAILS_PER_DAY: number = 500;

  @StringListField({
    optional: true,
    text: true,
    minItems: 1,
    description: 'Ports that identity providers may use',
  })
  @Matches(/^\d{1,5}$/, { each: true, message: '$property must list port numbers' })
  CAPTURE_SSO_ALLOW_PORTS: string[] = ['443', '8443'];

  @StringListField({
    optional: true,
    text: true,
    description: 'Address ranges (CIDR) where identity providers may be although they are not global',
  })
  @IsCidrList()
  CAPTURE_SSO_ALLOW_CIDRS: string[] = [];

  @BooleanField({
    optional: true,
    text: true,
    description: 'Allow identity providers on loopback, http or https, on any port',
  })
  CAPTURE_SSO_ALLOW_LOOPBACK: boolean = false;

  @StringListField({
    optional: true,
    text: true,
    description: "DNS servers to ask for identity providers, `address:port`; the host's when empty",
  })
  @Matches(DNS_SERVER, { each: true, message: '$property must list addresses' })
  CAPTURE_SSO_DNS_SERVERS: string[] = [];

  @StringListField({
    optional: true,
    text: true,
    description:
      "DNS servers to ask for the records that prove domains of mail, `address:port`; the host's when empty",
  })
  @Matches(DNS_SERVER, { each: true, message: '$property must list addresses' })
  CAPTURE_DOMAIN_DNS_SERVERS: string[] = [];
}

/** Where identity providers may be. */
export function providerAddressRulesOf(config: AccountsConfig): AddressRules {
  return {
    ports: config.CAPTURE_SSO_ALLOW_PORTS,
    cidrs: config.CAPTURE_SSO_ALLOW_CIDRS,
    loopback: config.CAPTURE_SSO_ALLOW_LOOPBACK,
  };
}
