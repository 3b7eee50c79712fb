// The webhooks service, as built, in a process of its own, to be killed by tests. Its bus is NATS where NATS_URL is set,
// else its own. HOLD=before-record stops every attempt between the receiver's answer and its record, and says so.
import 'reflect-metadata';
import { BUS, InProcessBus, Outbox } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { startService } from '@capture/platform';
import { webhooks } from '../dist/app.module.js';
import { QueueRepository } from '../dist/deliveries/queue/queue.repository.js';

if (process.env.HOLD === 'before-record') {
  QueueRepository.prototype.record = () => {
    process.send({ reached: 'before-record' });
    return new Promise(() => undefined);
  };
}

const bus = process.env.NATS_URL ? undefined : new InProcessBus();
const running = await startService(webhooks, {
  env: process.env,
  shared: bus ? [{ provide: BUS, useValue: bus }] : [],
});
bus?.open();

// States facts as a use case does, and says when each was committed, in ms since the epoch.
process.on('message', ({ state }) => {
  const database = running.app.get(Database);
  const outbox = running.app.get(Outbox);
  void database
    .forEveryOrganization('the test states facts of all', () =>
      database.run(async () => {
        for (const event of state) await outbox.add(event);
      }),
    )
    .then(() => process.send({ stated: state.map(({ id }) => id), at: Date.now() }));
});
process.on('SIGTERM', () => {
  void running
    .close()
    .then(() => bus?.close())
    .then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: running.url });
