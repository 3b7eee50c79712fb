import {
  Global,
  Inject,
  Injectable,
  Module,
  Optional,
  type DynamicModule,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ConfigError, Readiness, SERVICE_NAME, ServiceConfig, TRANSPORT_STRATEGY } from '@capture/platform';
import { Audit, AuditInterceptor } from './audit.js';
import { Bus, BUS } from './bus.js';
import { BusServer } from './bus.server.js';
import { Commands } from './commands.js';
import { BUS_SETTINGS, type BusSettings } from './config.js';
import { DeadLetterRepository } from './dead-letters.repository.js';
import { DeadLetters } from './dead-letters.js';
import { InboxRepository } from './inbox.repository.js';
import { Inbox } from './inbox.js';
import { LossDetector } from './loss-detector.js';
import { NatsBus } from './nats.bus.js';
import { OutboxController } from './outbox.controller.js';
import { OutboxMetrics } from './outbox.metrics.js';
import { OutboxOperations } from './outbox.operations.js';
import { OutboxRelay } from './outbox.relay.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.js';
import { RetentionJob } from './retention.jobs.js';

function openBus(shared: Bus | undefined, settings: BusSettings, service: string): Bus {
  if (shared) return shared;
  const url = settings.NATS_URL;
  if (url === undefined)
    throw new ConfigError(service, ['NATS_URL is required (this process brings no bus of its own)']);
  return new NatsBus({ url, service, retentionHours: settings.CAPTURE_BUS_RETENTION_HOURS });
}

/** Disconnects a bus that this process opened; one that it was given stays with its owner. */
@Injectable()
class BusCloser implements OnApplicationShutdown {
  constructor(
    private readonly bus: Bus,
    @Optional() @Inject(BUS) private readonly shared?: Bus,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    if (!this.shared) await this.bus.close();
  }
}

const BASE: Provider[] = [
  { provide: BUS_SETTINGS, useExisting: ServiceConfig },
  {
    provide: Bus,
    inject: [{ token: BUS, optional: true }, BUS_SETTINGS, SERVICE_NAME, Readiness],
    useFactory: (
      shared: Bus | undefined,
      settings: BusSettings,
      service: string,
      readiness: Readiness,
    ): Bus => {
      const bus = openBus(shared, settings, service);
      readiness.require('bus', () => bus.check());
      return bus;
    },
  },
  Commands,
  BusServer,
  { provide: TRANSPORT_STRATEGY, useExisting: BusServer },
  BusCloser,
];

const WITH_DATABASE: Provider[] = [
  OutboxRepository,
  InboxRepository,
  DeadLetterRepository,
  Outbox,
  Audit,
  { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
  Inbox,
  DeadLetters,
  LossDetector,
  OutboxRelay,
  OutboxOperations,
  OutboxMetrics,
  RetentionJob,
];

@Module({})
class BusModule {}

/**
 * Events and commands of a service. Import it after PersistenceModule; a process without a database takes
 * `withoutDatabase()` and can send commands and tap events, not state or consume facts.
 */
@Global()
@Module({
  controllers: [OutboxController],
  providers: [...BASE, ...WITH_DATABASE],
  exports: [
    Bus,
    Commands,
    TRANSPORT_STRATEGY,
    Outbox,
    Audit,
    Inbox,
    DeadLetters,
    OutboxOperations,
    OutboxRelay,
  ],
})
export class MessagingModule {
  static withoutDatabase(): DynamicModule {
    return { module: BusModule, global: true, providers: BASE, exports: [Bus, Commands, TRANSPORT_STRATEGY] };
  }
}
