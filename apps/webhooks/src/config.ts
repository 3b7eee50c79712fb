import { BooleanField, IntField, StringField, StringListField } from '@capture/contracts';
import { OutboxConfig } from '@capture/outbox';
import { IsCidrList, type AddressRules } from '@capture/platform';
import { Matches } from 'class-validator';

/** Settings of the webhooks service. */
export class WebhooksConfig extends OutboxConfig {
  @StringField({
    pattern: /^[A-Za-z0-9+/]{43}=$/,
    description: 'Key that seals signing secrets at rest: 32 bytes in base64',
  })
  CAPTURE_WEBHOOK_SECRET_KEY: string;

  @StringListField({ optional: true, text: true, minItems: 1, description: 'Ports that endpoints may use' })
  @Matches(/^\d{1,5}$/, { each: true, message: '$property must list port numbers' })
  CAPTURE_WEBHOOK_ALLOW_PORTS: string[] = ['443', '8443'];

  @StringListField({
    optional: true,
    text: true,
    description: 'Address ranges (CIDR) allowed although they are not global',
  })
  @IsCidrList()
  CAPTURE_WEBHOOK_ALLOW_CIDRS: string[] = [];

  @BooleanField({
    optional: true,
    text: true,
    description: 'Allow endpoints on loopback, http or https, on any port',
  })
  CAPTURE_WEBHOOK_ALLOW_LOOPBACK: boolean = false;

  @StringListField({
    optional: true,
    text: true,
    description: "DNS servers to ask, `address:port`; the host's when empty",
  })
  @Matches(/^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/, {
    each: true,
    message: '$property must list addresses',
  })
  CAPTURE_WEBHOOK_DNS_SERVERS: string[] = [];

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 100,
    description: 'Endpoints an organization may have',
  })
  CAPTURE_WEBHOOK_ENDPOINT_CAP: number = 10;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    max: 60_000,
    description: 'Milliseconds an attempt may take in all',
  })
  CAPTURE_WEBHOOK_TIMEOUT_MS: number = 15_000;

  @IntField({
    optional: true,
    text: true,
    min: 200,
    max: 600_000,
    description: 'Milliseconds after which an attempt is taken over at the latest; more than the timeout',
  })
  CAPTURE_WEBHOOK_LEASE_MS: number = 30_000;

  @IntField({
    optional: true,
    text: true,
    min: 2,
    max: 2_000,
    description: 'Attempts in flight in this process',
  })
  CAPTURE_WEBHOOK_SLOTS: number = 512;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 2_000,
    description:
      'Attempts sent and not on record in this process, slow receivers aside; more while a backlog waits',
  })
  CAPTURE_WEBHOOK_WINDOW: number = 128;

  @IntField({
    optional: true,
    text: true,
    min: 10,
    max: 60_000,
    description: 'Milliseconds between looks for work of other processes',
  })
  CAPTURE_WEBHOOK_POLL_MS: number = 250;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    description:
      'Milliseconds for which later facts of an organization wait for an earlier one that does not arrive',
  })
  CAPTURE_WEBHOOK_ORDER_WAIT_MS: number = 300_000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 365,
    description: 'Days that events and their deliveries are kept',
  })
  CAPTURE_WEBHOOK_RETENTION_DAYS: number = 30;

  @IntField({ optional: true, text: true, min: 1_000, description: 'Milliseconds between housekeeping runs' })
  CAPTURE_WEBHOOK_HOUSEKEEPING_MS: number = 60_000;
}

/** Where endpoints may be. */
export function addressRulesOf(config: WebhooksConfig): AddressRules {
  return {
    ports: config.CAPTURE_WEBHOOK_ALLOW_PORTS,
    cidrs: config.CAPTURE_WEBHOOK_ALLOW_CIDRS,
    loopback: config.CAPTURE_WEBHOOK_ALLOW_LOOPBACK,
  };
}
