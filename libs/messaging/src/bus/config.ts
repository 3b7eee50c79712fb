import { IntField, StringField, StringListField } from '@capture/contracts';
import { ServiceConfig } from '@capture/platform';
import { Matches } from 'class-validator';

/** Settings of the bus. */
export interface BusSettings {
  NATS_URL?: string;
  CAPTURE_BUS_MAX_DELIVER: number;
  CAPTURE_BUS_ACK_WAIT_MS: number;
  CAPTURE_BUS_BACKOFF_MS: string[];
  CAPTURE_BUS_CONCURRENCY: number;
  CAPTURE_BUS_RETENTION_HOURS: number;
  CAPTURE_BUS_REPLICAS: number;
  CAPTURE_BUS_MAX_BYTES: number;
  CAPTURE_COMMAND_TIMEOUT_MS: number;
}

/** Injects the settings of the bus, whichever config class the process uses. */
export const BUS_SETTINGS = Symbol('bus settings');

const NUMBER = { optional: true, text: true } as const;

/** Adds the settings of the bus to a config class: processes with and without a database share them. */
export function withBusSettings<C extends ServiceConfig>(base: new () => C): new () => C & BusSettings {
  class WithBusSettings extends (base as new () => ServiceConfig) implements BusSettings {
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

    @IntField({ ...NUMBER, min: 1, max: 64, description: 'Events that one consumer handles at once' })
    CAPTURE_BUS_CONCURRENCY: number = 4;

    @IntField({ optional: true, text: true, min: 1, description: 'Hours that the stream keeps events' })
    CAPTURE_BUS_RETENTION_HOURS: number = 168;

    @IntField({
      optional: true,
      text: true,
      min: 1,
      max: 5,
      description: 'NATS servers that keep each event',
    })
    CAPTURE_BUS_REPLICAS: number = 1;

    @IntField({
      ...NUMBER,
      min: 2 ** 20,
      description: 'Bytes of the stream; beyond them the oldest go first',
    })
    CAPTURE_BUS_MAX_BYTES: number = 1_073_741_824;

    @IntField({
      optional: true,
      text: true,
      min: 10,
      description: 'Milliseconds that a command waits for its reply',
    })
    CAPTURE_COMMAND_TIMEOUT_MS: number = 10_000;
  }
  return WithBusSettings as unknown as new () => C & BusSettings;
}

/** Settings of a process on the bus that has no database. */
export class BusConfig extends withBusSettings(ServiceConfig) {}
