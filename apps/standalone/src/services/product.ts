import { gateway, IN_PROCESS_SERVICES, OperatorServer, type InProcessServices } from '@capture/gateway';
import { BUS, InProcessBus } from '@capture/messaging';
import { logFile, startService, type RunningService } from '@capture/platform';
import type { Instance } from '../instance/instance.js';
import { DATABASE_SERVICES, type DatabaseService } from '../instance/service-databases.js';
import { SERVICES } from './services.js';
import { gatewayEnv, serviceEnv } from './settings.js';

/** All services and the gateway in this process, over one bus that is part of it. */
export class Product {
  private readonly bus = new InProcessBus();
  private readonly running: RunningService[] = [];

  constructor(private readonly instance: Instance) {}

  /** Returns the base URL of the operator API. */
  async start(): Promise<string> {
    const { instance } = this;
    const inProcess: InProcessServices = {};
    const options = {
      logDestination: logFile(instance.dataDir.log, instance.config.CAPTURE_LOG_MAX_BYTES),
      shared: [
        { provide: BUS, useValue: this.bus },
        { provide: IN_PROCESS_SERVICES, useValue: inProcess },
      ],
    };
    const urls = {} as Record<DatabaseService, string>;
    for (const name of DATABASE_SERVICES) {
      const service = await startService(SERVICES[name], { ...options, env: serviceEnv(instance, name) });
      this.running.push(service);
      urls[name] = service.url;
      const server = service.app.getHttpServer();
      inProcess[name] = (request, response) => void server.emit('request', request, response);
    }
    const front = await startService(gateway, { ...options, env: gatewayEnv(instance, urls) });
    this.running.push(front);
    // Events are delivered once every consumer has started.
    this.bus.open();
    return front.app.get(OperatorServer, { strict: false }).url ?? '';
  }

  async stop(): Promise<void> {
    // The gateway stops first: it must not forward to a service that has stopped.
    for (const service of this.running.reverse()) await service.close();
    await this.bus.close();
  }
}
