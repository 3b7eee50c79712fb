import { AddedProcess, environmentOf, SharedAddress, until } from '@capture/testing';
import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterEach, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { Receiver } from '../../harness/clients/receiver.js';
import { KeyPool } from '../../harness/organizations/key-pool.js';
import { Operator } from '../../harness/clients/operator.js';
import { WebhookOrganization } from '../../harness/organizations/webhook-organization.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const WITHIN_MS = 10_000;
const CALLERS = 8;
/** Of two equal processes each has half of the calls; with so few connections chance has its part. */
const SHARE = 0.25;
const ORGANIZATIONS = 2;
const REQUESTS = 15;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function added(app: string, changes: Record<string, string> = {}): Promise<AddedProcess> {
  const process = await AddedProcess.start(sharedProduct().dataDir, app, changes);
  stops.push(() => process.stop());
  return process;
}

/** How many calls of the API a service's process has answered. */
async function answered(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('capture_http_requests_total{'));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Standalone has one process, and nothing before it that could keep connections: distributed only. */
if (MODE === 'distributed')
  describe('a process that is added behind the address of another', () => {
    it('gets its share of the calls within 10 s, although connections to the first are kept busy (scenario 89)', async () => {
      const gatewayEnv = await environmentOf(sharedProduct().dataDir, 'gateway');
      const first = gatewayEnv['CAPTURE_UPSTREAM_RECORDINGS'] ?? '';
      const address = await SharedAddress.listen(Number(new URL(first).port));
      stops.push(() => address.close());
      const gateway = await added('gateway', { CAPTURE_UPSTREAM_RECORDINGS: address.url });
      const operator = new Operator(sharedProduct().credentials);
      const keys = new KeyPool(operator, await operator.organization('platform', 'added'));
      let calling = true;
      const caller = async (): Promise<void> => {
        while (calling) await new Api(gateway.url, await keys.take('read')).get('/v1/recordings?limit=1');
      };
      const callers = Promise.all(Array.from({ length: CALLERS }, caller));
      const begun = await answered(first);
      await until('calls', async () => (await answered(first)) >= begun + 100);
      const second = await added('recordings');
      address.ports.push(second.port);
      try {
        let counted = [await answered(first), await answered(second.url)];
        await until(
          'its share',
          async () => {
            const now = [await answered(first), await answered(second.url)];
            const [one = 0, other = 0] = now.map((count, index) => count - (counted[index] ?? 0));
            // Of the latest calls: those from before it was added say nothing.
            counted = now;
            return one + other > 0 && other / (one + other) >= SHARE;
          },
          WITHIN_MS,
          500,
        );
      } finally {
        calling = false;
        await callers;
      }
    });
  });

describe(`the events of an organization (${MODE})`, () => {
  /** Waits until both processes ask for events. Standalone has one consumer, which is all that it needs to have. */
  async function addConsumer(): Promise<void> {
    if (MODE === 'standalone') return;
    await added('webhooks');
    const { NATS_URL = '' } = await environmentOf(sharedProduct().dataDir, 'webhooks');
    const nats = await connect({ servers: NATS_URL });
    stops.push(() => nats.close());
    const { consumers } = await jetstreamManager(nats);
    await until(
      'both to ask for events',
      async () => (await consumers.info('CAPTURE_EVENTS', 'webhooks_all')).num_waiting >= 2,
    );
  }

  it('are numbered as their facts followed each other, without a gap, whichever process consumes which of them (scenario 90)', async () => {
    await addConsumer();
    const receiver = await Receiver.start();
    stops.push(() => receiver.stop());
    const organize = () => WebhookOrganization.create(sharedProduct().credentials);
    const owners = await Promise.all(Array.from({ length: ORGANIZATIONS }, organize));
    const stated = await Promise.all(
      owners.map(async (owner) => {
        await owner.endpoint(receiver.url);
        stops.push(() => owner.clear());
        const facts: string[] = [];
        for (let made = 0; made < REQUESTS; made += 1) {
          // Two facts of one transaction, then one of the next.
          const [id = ''] = await owner.createRequests(1, { status: 'active' });
          await (await owner.writes()).expect(200, 'POST', `/v1/capture-requests/${id}/close`);
          facts.push(...['created', 'launched', 'closed'].map((what) => `capture_request.${what} ${id}`));
        }
        return facts;
      }),
    );
    const all = stated.flat().length;
    await until('every event', () => new Set(receiver.webhookIds).size === all, 60_000);
    for (const [index, owner] of owners.entries()) {
      const delivered = receiver.deliveries
        .map(({ event }) => event)
        .filter(({ organizationId }) => organizationId === owner.organizationId);
      // An event may be delivered twice.
      const events = [...new Map(delivered.map((event) => [event.id, event])).values()].toSorted(
        (one, other) => Number(one.sequence) - Number(other.sequence),
      );
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, at) => at + 1));
      expect(events.map(({ type, data }) => `${type} ${data['captureRequestId'] as string}`)).toEqual(
        stated[index],
      );
    }
  });
});
