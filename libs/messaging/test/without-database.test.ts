import { commandSubject } from '@capture/contracts';
import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { startService } from '@capture/platform';
import { PRINCIPAL_ENV, until } from '@capture/testing';
import { describe, expect, it } from 'vitest';
import { Bus, BUS } from '../src/bus/bus.js';
import { Commands } from '../src/commands/commands.js';
import { BusConfig } from '../src/bus/config.js';
import { InProcessBus } from '../src/in-process/in-process.bus.js';
import { MessagingModule } from '../src/messaging.module.js';
import { anEvent } from './fixtures/events.js';

const ENV = { ...PRINCIPAL_ENV, LOG_LEVEL: 'silent' };

@Module({ imports: [MessagingModule] })
class ListeningModule {}

@Controller()
class Consumers {
  @EventPattern('ping')
  ping(@Payload() event: object): Promise<object> {
    return Promise.resolve(event);
  }
}

@Module({ imports: [MessagingModule], controllers: [Consumers] })
class ConsumingModule {}

describe('a process without a database', () => {
  it('sends commands and hears events', async () => {
    const bus = new InProcessBus();
    bus.open();
    bus.serve('accounts', commandSubject('accounts.resolve_credential'), () => Promise.resolve(null));
    const shared = [{ provide: BUS, useValue: bus }];
    const running = await startService(
      { name: 'edge', config: BusConfig, module: ListeningModule },
      { env: ENV, shared },
    );
    const heard: string[] = [];
    running.app.get(Bus).subscribe('ping', ({ id }) => void heard.push(id));
    const event = anEvent();
    await bus.publish(event);
    await until('the subscriber', () => heard.length === 1);
    const keySha256 = 'a'.repeat(64);
    const answer = await running.app.get(Commands).send('accounts.resolve_credential', { keySha256 });
    expect(answer).toBeNull();
    await running.close();
    await bus.check();
  });

  it('cannot consume events: it could keep no dead letters', async () => {
    const bus = new InProcessBus();
    const shared = [{ provide: BUS, useValue: bus }];
    const starting = startService(
      { name: 'edge', config: BusConfig, module: ConsumingModule },
      { env: ENV, shared },
    );
    await expect(starting).rejects.toThrow('without a database');
  });

  it('does not start without a bus of its own or an address of one', async () => {
    const starting = startService({ name: 'edge', config: BusConfig, module: ListeningModule }, { env: ENV });
    await expect(starting).rejects.toThrow('NATS_URL is required');
  });
});
