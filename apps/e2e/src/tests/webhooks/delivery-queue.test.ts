import { until } from '@capture/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  hang,
  Receiver,
  signedHeaders,
  verifySignature,
  type Respond,
} from '../../harness/clients/receiver.js';
import {
  EVER,
  WebhookOrganization,
  type EndpointBody,
} from '../../harness/organizations/webhook-organization.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const SCALE = Number(process.env['SOAK_SCALE'] ?? '0.1');

describe('the delivery queue', () => {
  const receivers: Receiver[] = [];
  const owners: WebhookOrganization[] = [];
  afterEach(async () => {
    // Endpoints first, so that attempts that still hang are not retried when their receiver stops.
    await Promise.all(owners.splice(0).map((owner) => owner.clear()));
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });

  async function receiver(respond?: Respond): Promise<Receiver> {
    const started = await Receiver.start(respond);
    receivers.push(started);
    return started;
  }

  async function owner(): Promise<WebhookOrganization> {
    const created = await WebhookOrganization.create(sharedProduct().credentials);
    owners.push(created);
    return created;
  }

  async function receiving(respond?: Respond): Promise<{
    receiver: Receiver;
    owner: WebhookOrganization;
    endpoint: EndpointBody;
  }> {
    const [target, mine] = await Promise.all([receiver(respond), owner()]);
    return { receiver: target, owner: mine, endpoint: await mine.endpoint(target.url) };
  }

  /** Waits until events of all of these capture requests have arrived. */
  const arrived = (by: Receiver, requests: readonly string[]): Promise<unknown> =>
    until(
      'every event to arrive',
      () => {
        const seen = new Set(by.deliveries.map(({ event }) => event.data['captureRequestId']));
        return requests.every((id) => seen.has(id));
      },
      60_000,
    );

  it('scenario 12: what happened while an endpoint was disabled is held, and arrives by replay alone, in its original bytes', async () => {
    const { receiver: target, owner: mine, endpoint } = await receiving();
    await mine.update(endpoint.id, { status: 'disabled' });
    const requests = await mine.createRequests(5);
    await until('five held deliveries', async () => (await mine.deliveries(endpoint.id)).length === 5);
    await mine.update(endpoint.id, { status: 'enabled' });
    const later = await mine.createRequests(1);
    await arrived(target, later);
    expect(target.deliveries).toHaveLength(1);
    expect(await mine.replay(endpoint.id, { ...EVER, status: 'held' })).toBe(5);
    await arrived(target, requests);
    expect(new Set(target.webhookIds).size).toBe(6);
    const logged = new Map((await mine.events()).map((event) => [event.id, event]));
    for (const delivery of target.deliveries) {
      verifySignature(delivery, endpoint.secret);
      expect(delivery.event).toEqual(logged.get(String(delivery.headers['webhook-id'])));
    }
  });

  it('scenario 13: a secret rotated between two attempts: the next one verifies with either secret, those after the overlap with the new one alone', async () => {
    const { receiver: target, owner: mine, endpoint } = await receiving(answer(500));
    const accepts = (secret: string): boolean[] =>
      target.deliveries.map((delivery) => {
        try {
          verifySignature(delivery, secret);
          return true;
        } catch {
          return false;
        }
      });
    const rotate = async (overlapSec: number): Promise<string> => {
      const path = `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`;
      const api = await mine.writes();
      return (await api.expect<EndpointBody>(200, 'POST', path, { body: { overlapSec } })).secret;
    };
    await mine.createRequests(1);
    await mine.attempted(endpoint.id, 1, 'pending');
    const second = await rotate(3600);
    const retried = await mine.attempted(endpoint.id, 2, 'pending');
    const third = await rotate(0);
    await mine.replayOne(endpoint.id, retried.id);
    await mine.attempted(endpoint.id, 3, 'pending');
    expect(accepts(endpoint.secret)).toEqual([true, true, false]);
    expect(accepts(second)).toEqual([false, true, false]);
    expect(accepts(third)).toEqual([false, false, true]);
    expect(new Set(target.webhookIds).size).toBe(1);
    expect(new Set(target.deliveries.map(({ body }) => body)).size).toBe(1);
    const signatures = target.deliveries.map((one) => signedHeaders(one)['webhook-signature']?.split(' '));
    expect(signatures.map((list) => list?.length)).toEqual([1, 2, 1]);
  });

  it('scenario 15: with half of 100 endpoints black-holed, the healthy half receives everything while the others hang', async () => {
    const [healthy, black] = [await receiver(), await receiver(hang)];
    const teams = await Promise.all(Array.from({ length: 10 }, owner));
    const rounds = Math.max(4, Math.round(40 * SCALE));
    for (const team of teams)
      await Promise.all(
        Array.from({ length: 10 }, (_value, at) => team.endpoint(at % 2 ? black.url : healthy.url)),
      );
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(teams.map((team) => team.createRequests(1)));
    await until(
      'the healthy half to have everything',
      () => healthy.deliveries.length >= 50 * rounds,
      60_000,
    );
    // Each hanging endpoint holds one attempt; deliveries queued behind those would still be waiting.
    expect(black.deliveries.length).toBeLessThan(50 * rounds);
    expect(healthy.deliveries).toHaveLength(50 * rounds);
    const perEvent = new Map<string, number>();
    for (const id of healthy.webhookIds) perEvent.set(id, (perEvent.get(id) ?? 0) + 1);
    expect([...perEvent.values()]).toEqual(Array.from({ length: 10 * rounds }, () => 5));
  });

  // The scenario's 100,000 deliveries are tested in the service's own suite, where SQL inserts them in seconds.
  it('scenario 16: the backlog of one endpoint delays no other endpoint', async () => {
    const { receiver: stuck, owner: crowded, endpoint } = await receiving(hang);
    const { receiver: quick, owner: other } = await receiving();
    // Each causes two events, `created` and `launched`.
    const requests = Math.round(2_500 * SCALE);
    await crowded.createRequests(requests, { status: 'active' });
    await until('the backlog', async () => (await crowded.events(requests * 2 - 1)).length > 0, 150_000, 250);
    await arrived(quick, await other.createRequests(30));
    expect(stuck.deliveries.length).toBeLessThan(requests / 10);
    const [newest] = await crowded.deliveries(endpoint.id);
    expect(newest).toMatchObject({ status: 'pending', attemptCount: 0 });
  });

  it('scenario 17: an endpoint deleted in flight ends its deliveries; nothing is sent again', async () => {
    let finish: (() => void) | undefined;
    const {
      receiver: target,
      owner: mine,
      endpoint,
    } = await receiving((response) => void (finish = () => response.writeHead(500).end()));
    await mine.createRequests(3);
    await until('the first attempt', () => finish);
    const api = await mine.writes();
    await api.expect(204, 'DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
    finish?.();
    const gone = await (await mine.reads()).call('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`);
    expect(gone.status).toBe(404);
    // A second endpoint's retry marks the time at which the deleted one's would have arrived.
    const control = await receiver((response, _delivery, index) =>
      response.writeHead(index === 0 ? 500 : 204).end(),
    );
    const second = await mine.endpoint(control.url);
    await mine.createRequests(1);
    await mine.attempted(second.id, 2, 'succeeded');
    expect(target.deliveries).toHaveLength(1);
  });

  it('scenario 18: a storm of replays sends each delivery once per replay that found it finished, and delays no other endpoint', async () => {
    const count = 100;
    const { receiver: target, owner: stormy, endpoint } = await receiving();
    await arrived(target, await stormy.createRequests(count));
    await until(
      'the record',
      async () => (await stormy.deliveries(endpoint.id, '&status=succeeded')).length === count,
      60_000,
      100,
    );
    const storm = Promise.all(Array.from({ length: 25 }, () => stormy.replay(endpoint.id)));
    const { receiver: calm, owner: quiet } = await receiving();
    await arrived(calm, await quiet.createRequests(5));
    const replayed = (await storm).reduce((sum, one) => sum + one, 0);
    expect(replayed).toBeGreaterThanOrEqual(count);
    await until('every replay', () => target.deliveries.length >= count + replayed, 60_000);
    // A delivery that was queued twice would arrive before this one.
    await arrived(target, await stormy.createRequests(1));
    expect(target.deliveries).toHaveLength(count + replayed + 1);
    const bodies = new Map<string, Set<string>>();
    for (const { body, event } of target.deliveries)
      bodies.set(event.id, (bodies.get(event.id) ?? new Set()).add(body));
    expect([...bodies.values()].map((texts) => texts.size)).toEqual(
      Array.from({ length: count + 1 }, () => 1),
    );
  });

  it("an endpoint's live events arrive while its own replay backlog waits", async () => {
    const { receiver: target, owner: mine, endpoint } = await receiving();
    await arrived(target, await mine.createRequests(20));
    await until(
      'the record',
      async () => (await mine.deliveries(endpoint.id, '&status=succeeded')).length === 20,
      60_000,
      100,
    );
    const held: (() => void)[] = [];
    target.respond = (response) => void held.push(() => response.writeHead(204).end());
    const before = target.deliveries.length;
    expect(await mine.replay(endpoint.id)).toBe(20);
    await until('the replay to use all concurrent attempts', () => held.length === 4);
    const [live] = await mine.createRequests(1);
    await until('it to be queued', async () => (await mine.deliveries(endpoint.id)).length === 21);
    held.shift()?.();
    await until('the next attempt', () => target.deliveries.length === before + 5);
    expect(target.deliveries.at(-1)?.event.data['captureRequestId']).toBe(live);
    target.respond = answer(204);
    for (const finish of held.splice(0)) finish();
    await until('the rest of the replay', () => target.deliveries.length === before + 21);
  });
});
