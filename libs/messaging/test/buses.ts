import { NatsServer } from '@capture/testing';
import type { Bus, ConsumeOptions } from '../src/bus.js';
import { InProcessBus } from '../src/in-process.bus.js';
import { NatsBus } from '../src/nats.bus.js';

/** How the conformance suite gets a bus, and a second process on it where the bus spans processes. */
export interface BusUnderTest {
  name: string;
  spansProcesses: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  join(service: string): Bus;
}

export function inProcess(): BusUnderTest {
  const made: InProcessBus[] = [];
  return {
    name: 'in process',
    spansProcesses: false,
    start: () => Promise.resolve(),
    stop: async () => {
      await Promise.all(made.map((bus) => bus.close()));
    },
    join: () => {
      const bus = new InProcessBus();
      bus.open();
      made.push(bus);
      return bus;
    },
  };
}

export function nats(): BusUnderTest {
  let server: NatsServer;
  const joined: Bus[] = [];
  return {
    name: 'NATS',
    spansProcesses: true,
    start: async () => {
      server = await NatsServer.start();
    },
    stop: async () => {
      await Promise.all(joined.map((bus) => bus.close()));
      await server.stop();
    },
    join: (service) => {
      const bus = new NatsBus({ url: server.url, service, retentionHours: 1 });
      joined.push(bus);
      return bus;
    },
  };
}

/** A durable that takes everything, quickly retried, unless told otherwise. */
export function durable(name: string, options: Partial<ConsumeOptions>): ConsumeOptions {
  return {
    durable: name,
    pattern: '>',
    handler: () => Promise.resolve(),
    maxDeliver: 5,
    backoffMs: [20],
    ackWaitMs: 5_000,
    concurrency: 4,
    onLastFailure: () => Promise.resolve(),
    ...options,
  };
}
