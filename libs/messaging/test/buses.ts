import { Logger } from '@nestjs/common';
import { NatsServer } from '@capture/testing';
import type { Bus, ConsumeOptions, Delivery, Subscription } from '../src/bus.js';
import { InProcessBus } from '../src/in-process.bus.js';
import { NatsBus } from '../src/nats.bus.js';

Logger.overrideLogger(false);

/** How the conformance suite gets a bus, and others on the same server where the bus has one. */
export interface BusUnderTest {
  name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  join(service: string): Bus;
}

export function inProcess(): BusUnderTest {
  const made: InProcessBus[] = [];
  return {
    name: 'in process',
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

/** Each test takes names of its own, so that they share one server. */
let names = 0;
export const fresh = (name: string): string => `${name}${(names += 1)}`;

/** Consumes into a list under a name of its own; only events of `organizationId` count. */
export async function collect(
  bus: Bus,
  organizationId: string,
  options: Partial<ConsumeOptions> = {},
): Promise<{ heard: Delivery[]; subscription: Subscription }> {
  const heard: Delivery[] = [];
  const handler = (delivery: Delivery): Promise<void> => {
    if (delivery.event.organizationId === organizationId) heard.push(delivery);
    return Promise.resolve();
  };
  const subscription = bus.consume(durable(fresh('collector'), { handler, ...options }));
  await subscription.ready;
  return { heard, subscription };
}
