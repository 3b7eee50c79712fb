import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Receiver, type Respond } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

/** By FIN or by RST. */
type End = 'destroy' | 'resetAndDestroy';

/** A receiver that keeps connections for `requests` requests, and ends them when the next one comes. */
function endAfter(requests: number, end: End = 'resetAndDestroy'): Respond {
  const answered = new WeakMap<Socket, number>();
  return (_request, response) => {
    const { socket } = response;
    if (!socket) return;
    const before = answered.get(socket) ?? 0;
    if (before >= requests) return void socket[end]();
    answered.set(socket, before + 1);
    response.writeHead(200).end();
  };
}

describe('a receiver that closes a connection as the next request goes out', () => {
  let under: WebhooksUnderTest;
  let organization: Organization;
  let receiver: Receiver;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {});
  });
  afterEach(() => receiver.stop());
  afterAll(() => under.stop());

  /** An attempt to deliver one more event to the endpoint. */
  async function attempt(endpointId: string) {
    await under.hears(closedEvent(organization.id));
    const { attempts } = await organization.settled(endpointId, 1);
    return attempts;
  }

  async function endpointOf(respond: Respond): Promise<string> {
    receiver = await Receiver.start(respond);
    organization = under.organization();
    return (await organization.endpoint(receiver.url)).id;
  }

  it.each<End>(['destroy', 'resetAndDestroy'])(
    'that was kept gets the request at once over a new one: nothing failed (%s)',
    async (end) => {
      const id = await endpointOf(endAfter(1, end));
      expect(await attempt(id)).toMatchObject([{ status: 200, error: null }]);
      expect(await attempt(id)).toMatchObject([{ status: 200, error: null }]);
      // The second request is sent twice: over the connection that was kept, and over another one.
      expect(receiver.requests).toHaveLength(3);
      expect(receiver.connections).toBe(2);
    },
  );

  it('that is new has failed the attempt: the request is not sent again before its time', async () => {
    const id = await endpointOf(endAfter(0));
    expect(await attempt(id)).toMatchObject([{ status: null, error: 'connection' }]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('and every other one as well fails the attempt after one more request', async () => {
    let broken = false;
    const kept = endAfter(1);
    const id = await endpointOf((request, response, index) => {
      if (broken) response.socket?.resetAndDestroy();
      else kept(request, response, index);
    });
    await attempt(id);
    broken = true;
    expect(await attempt(id)).toMatchObject([{ status: null, error: 'connection' }]);
    expect(receiver.requests).toHaveLength(3);
  });
});
