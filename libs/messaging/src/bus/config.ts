import { IntField, StringField, StringListField } from '@capture/contracts';
import { DatabaseConfig } from '@capture/persistence';
import { ServiceConfig } from '@capture/platform';
import { Matches } from 'class-validator';

/** Settings of the bus. */
interface DeliverySettings {
  NATS_URL?: string;
  CAPTURE_BUS_MAX_DELIVER: number;
  CAPTURE_BUS_ACK_WAIT_MS: number;
  CAPTURE_BUS_BACKOFF_MS: string[];
  CAPTURE_BUS_CONCURRENCY: number;
  CAPTURE_BUS_RETENTION_HOURS: number;
  CAPTURE_COMMAND_TIMEOUT_MS: number;
}

/** Settings of outbox and inbox. */
interface OutboxSettings {
  CAPTURE_OUTBOX_POLL_MS: number;
  CAPTURE_OUTBOX_LEASE_MS: number;
  CAPTURE_OUTBOX_CHECK_MS: number;
  CAPTURE_OUTBOX_KEEP_DAYS: number;
  CAPTURE_INBOX_KEEP_DAYS: number;
}

export interface BusSettings extends DeliverySettings, OutboxSettings {}

/** Under this token the settings of the process are injected, whichever of the two classes it uses. */
export const BUS_SETTINGS = Symbol('bus settings');

/** Adds the settings of the bus to a config class, so that they are written once for both kinds of process. */
function withDelivery<C extends ServiceConfig>(base: new () => C): new () => C & DeliverySettings {
  class Delivering extends (base as new () => ServiceConfig) implements DeliverySettings {
    @StringField({
      optional: true,
      pattern: /^(nats|tls):\/\//,
      description: 'NATS servers; needed unless the process brings its own bus',
    })
    NATS_URL?: string;

    @IntField({
      optional: true,
      text: true,
      min: 1,
      max: 100,
      description: 'Deliveries of an event before it becomes a dead letter',
    })
    CAPTURE_BUS_MAX_DELIVER: number = 10;

    @IntField({
      optional: true,
      text: true,
      min: 100,
      description: 'An event not kept alive for this long goes to another process',
    })
    CAPTURE_BUS_ACK_WAIT_MS: number = 10_000;

    @StringListField({
      optional: true,
      text: true,
      minItems: 1,
      description: 'Waits between deliveries, in ms; the last repeats',
    })
    @Matches(/^\d{1,8}$/, { each: true, message: '$property must list whole numbers of milliseconds' })
    CAPTURE_BUS_BACKOFF_MS: string[] = ['1000', '5000', '15000', '60000', '300000'];

    @IntField({
      optional: true,
      text: true,
      min: 1,
      max: 64,
      description: 'Events that one consumer handles at once',
    })
    CAPTURE_BUS_CONCURRENCY: number = 4;

    @IntField({ optional: true, text: true, min: 1, description: 'Hours that the stream keeps events' })
    CAPTURE_BUS_RETENTION_HOURS: number = 168;

    @IntField({ optional: true, text: true, min: 10, description: 'How long a command waits for its answer' })
    CAPTURE_COMMAND_TIMEOUT_MS: number = 10_000;
  }
  return Delivering as unknown as new () => C & DeliverySettings;
}

/** Adds the settings of outbox and inbox; a process without a database leaves them alone. */
function withOutbox<C extends ServiceConfig>(base: new () => C): new () => C & OutboxSettings {
  class Relaying extends (base as new () => ServiceConfig) implements OutboxSettings {
    @IntField({
      optional: true,
      text: true,
      min: 10,
      description: 'Pause between looks at the outbox; a commit in the process wakes the relay at once',
    })
    CAPTURE_OUTBOX_POLL_MS: number = 250;

    @IntField({
      optional: true,
      text: true,
      min: 100,
      description: 'Rows of a relay that died are taken over after this',
    })
    CAPTURE_OUTBOX_LEASE_MS: number = 10_000;

    @IntField({
      optional: true,
      text: true,
      min: 50,
      description: 'Pause between comparisons of the outbox with the stream',
    })
    CAPTURE_OUTBOX_CHECK_MS: number = 30_000;

    @IntField({
      optional: true,
      text: true,
      min: 1,
      description: 'Days that published events are kept to replace a lost stream',
    })
    CAPTURE_OUTBOX_KEEP_DAYS: number = 7;

    @IntField({ optional: true, text: true, min: 1, description: 'Days that a repeated event is recognized' })
    CAPTURE_INBOX_KEEP_DAYS: number = 30;
  }
  return Relaying as unknown as new () => C & OutboxSettings;
}

/** Settings of a process on the bus that has no database. */
export class BusConfig extends withDelivery(ServiceConfig) {}

/** Settings of a service: database and bus. */
export class BusDatabaseConfig extends withOutbox(withDelivery(DatabaseConfig)) {}
