import { Global, Inject, Injectable, Module, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { ClientsModule } from '@nestjs/microservices';
import { ConfigError, Readiness, SERVICE_NAME, ServiceConfig, TRANSPORT_STRATEGY } from '@capture/platform';
import { Bus, BUS } from './bus/bus.js';
import { BusClientProxy } from './bus/bus.client.js';
import { BusServer } from './bus/bus.server.js';
import { BUS_CLIENT, Commands } from './commands/commands.js';
import { BUS_SETTINGS, type BusSettings } from './bus/config.js';
import { NatsBus } from './nats/nats.bus.js';

function openBus(shared: Bus | undefined, settings: BusSettings, service: string, readiness: Readiness): Bus {
  const bus = shared ?? connectToNats(settings, service);
  const check = (): Promise<void> => bus.check();
  // Without NATS a process does most of its work. A shared bus is not there only until its services have started.
  if (shared) readiness.require('bus', check);
  else readiness.prefer('bus', check);
  return bus;
}

function connectToNats(settings: BusSettings, service: string): Bus {
  const url = settings.NATS_URL;
  if (url === undefined)
    throw new ConfigError(service, ['NATS_URL is required (this process brings no bus of its own)']);
  const stream = {
    retentionHours: settings.CAPTURE_BUS_RETENTION_HOURS,
    replicas: settings.CAPTURE_BUS_REPLICAS,
    maxBytes: settings.CAPTURE_BUS_MAX_BYTES,
  };
  return new NatsBus({ url, service, stream });
}

/** Disconnects a bus that this module opened; a shared one belongs to the composing process. */
@Injectable()
class BusShutdown implements OnApplicationShutdown {
  constructor(
    private readonly bus: Bus,
    @Optional() @Inject(BUS) private readonly shared?: Bus,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    if (!this.shared) await this.bus.close();
  }
}

/**
 * The bus of a process: commands, and listening to events. Publishing and consuming facts takes a database:
 * a service that has one imports `OutboxModule` of `@capture/outbox`, which brings this module with it.
 */
@Global()
@Module({
  imports: [
    ClientsModule.registerAsync([
      {
        name: BUS_CLIENT,
        inject: [Bus],
        useFactory: (bus: Bus) => ({ customClass: BusClientProxy, options: { bus } }),
      },
    ]),
  ],
  providers: [
    { provide: BUS_SETTINGS, useExisting: ServiceConfig },
    {
      provide: Bus,
      inject: [{ token: BUS, optional: true }, BUS_SETTINGS, SERVICE_NAME, Readiness],
      useFactory: openBus,
    },
    Commands,
    BusServer,
    { provide: TRANSPORT_STRATEGY, useExisting: BusServer },
    BusShutdown,
  ],
  exports: [Bus, BusServer, Commands, TRANSPORT_STRATEGY],
})
export class MessagingModule {}
