// A service process for tests: states events on request, consumes every event, writes one effect row for each.
// Commands come over the IPC channel; PROBE_HOLD names the point at which it stops and says so, to be killed there.
import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { Controller, Module } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { createEvent, newId, Ping } from '@capture/contracts';
import {
  BUS,
  BusDatabaseConfig,
  Inbox,
  InProcessBus,
  MessagingModule,
  NatsBus,
  Outbox,
} from '@capture/messaging';
import { Database, PersistenceModule } from '@capture/persistence';
import { startService } from '@capture/platform';

const { PrismaClient } = await import(process.env.PROBE_CLIENT);
let hold = process.env.PROBE_HOLD ?? '';
const name = process.env.PROBE_NAME ?? 'probe';

/** Says that the point is reached and, where the process is to be killed there, never goes on. */
async function reach(point) {
  if (point !== hold) return;
  process.send({ reached: point });
  await new Promise((resolve) => process.on('message', (message) => message.release && resolve()));
  hold = '';
}

class HeldBus {
  static over(bus) {
    const publish = bus.publish.bind(bus);
    bus.publish = async (event, headers) => {
      await reach('before-publish');
      const receipt = await publish(event, headers);
      await reach('after-publish');
      return receipt;
    };
    return bus;
  }
}

class ProbeConsumers {
  constructor(inbox, database) {
    this.inbox = inbox;
    this.database = database;
  }

  async onEvent(event) {
    await reach('before-effect');
    await this.inbox.once('probe', event.id, async () => {
      await this.database.execute('INSERT INTO effect (event_id, process) VALUES ($1, $2)', event.id, name);
    });
    await reach('before-ack');
  }
}
Reflect.defineMetadata('design:paramtypes', [Inbox, Database], ProbeConsumers);
EventPattern('ping')(
  ProbeConsumers.prototype,
  'onEvent',
  Object.getOwnPropertyDescriptor(ProbeConsumers.prototype, 'onEvent'),
);
Controller()(ProbeConsumers);

class ProbeModule {}
const migrations = fileURLToPath(new URL('.', import.meta.url));
Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: 'probe', migrations }),
    MessagingModule,
  ],
  controllers: process.env.PROBE_CONSUMES === 'no' ? [] : [ProbeConsumers],
})(ProbeModule);

const url = process.env.NATS_URL;
const bus = HeldBus.over(
  url ? new NatsBus({ url, service: 'probe', retentionHours: 1 }) : new InProcessBus(),
);
const running = await startService(
  { name: 'probe', config: BusDatabaseConfig, module: ProbeModule },
  { env: process.env, shared: [{ provide: BUS, useValue: bus }] },
);
bus.open?.();

const database = running.app.get(Database);
const outbox = running.app.get(Outbox);

async function state(count, organizationId) {
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    const event = createEvent(Ping, organizationId, { webhookEndpointId: newId('webhookEndpoint') });
    await database.run(() => outbox.add(event));
    ids.push(event.id);
  }
  return ids;
}

process.on('message', (message) => {
  if (message.state)
    void state(message.state, message.organizationId).then((stated) =>
      process.send({ stated, request: message.request }),
    );
  if (message.stop)
    void running
      .close()
      .then(() => bus.close())
      .then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: running.url });
