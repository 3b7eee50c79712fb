import { newId, type CommandReply } from '@capture/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { answer } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const EMAIL = 'ada+1@example.com';
const OTHERS = ['xada+1@example.com', 'ada+1@example.com.au', 'ada+1@example.common', 'adaa1@example.com'];

let under: WebhooksUnderTest;
beforeAll(async () => {
  under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
});
afterEach(() => under.stopReceivers());
afterAll(() => under.stop());

const erase = (
  organizationId: string,
  erasureId = newId('erasure'),
): Promise<CommandReply<'webhooks.erase_person'>> =>
  under.send('webhooks.erase_person', { organizationId, erasureId, email: EMAIL });

/** An organization with a delivery whose event and answer quote the address, in other letters, and addresses like it. */
async function quoting() {
  const quote = `for ADA+1@Example.com, not ${OTHERS.join(' or ')}`;
  const { organization, id } = await under.receiving(answer(200, {}, quote));
  await under.hears(closedEvent(organization.id, JSON.stringify({ quote })));
  const delivery = await organization.settled(id, 1, 'succeeded');
  expect(delivery.attempts[0]?.responseBody).toBe(quote);
  return { organization, deliveryOf: async () => (await organization.deliveries(id))[0] };
}

async function bodyOf(organizationId: string): Promise<string | undefined> {
  const [row] = await under.sql<{ body: string }>(
    'SELECT body FROM event WHERE organization_id = $1 AND sequence IS NOT NULL',
    organizationId,
  );
  return row?.body;
}

describe('erasing an address', () => {
  it('takes it out of events and answers that quote it, in any case, and leaves what only looks like it', async () => {
    const [mine, theirs] = [await quoting(), await quoting()];
    const erased = `for [erased], not ${OTHERS.join(' or ')}`;
    expect((await erase(mine.organization.id)).counts).toEqual({ events: 1, attempts: 1 });
    expect((await mine.deliveryOf())?.attempts).toMatchObject([{ status: 200, responseBody: erased }]);
    const body = JSON.parse((await bodyOf(mine.organization.id)) ?? '') as { data: { metadata: object } };
    expect(body.data.metadata).toEqual({ quote: erased });
    expect((await theirs.deliveryOf())?.attempts[0]?.responseBody).toContain('ADA+1@Example.com');
    expect(await bodyOf(theirs.organization.id)).toContain('ADA+1@Example.com');
  });

  it('answers a repeat of the same erasure as the first call, and another one that nothing is left', async () => {
    const { organization } = await quoting();
    const erasureId = newId('erasure');
    const first = await erase(organization.id, erasureId);
    expect(await erase(organization.id, erasureId)).toEqual(first);
    expect((await erase(organization.id)).counts).toEqual({ events: 0, attempts: 0 });
  });
});
