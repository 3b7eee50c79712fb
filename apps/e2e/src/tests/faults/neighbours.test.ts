import { until } from '@capture/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../harness/clients/receiver.js';
import { WebhookOrganization } from '../../harness/organizations/webhook-organization.js';
import { DatabaseSession } from '../../harness/processes/database-session.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** As the services name the lock under which a relay claims events of its outbox. */
const CLAIM = `SELECT pg_try_advisory_xact_lock(hashtextextended(concat(current_schema(), ':outbox claim'), 0)) AS locked`;
/** More events than a consumer handles at once, and than a relay claims at once. */
const FLOOD = 120;
/** Of the others, while one is held up. */
const EVENTS = 5;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function receiving(): Promise<{ owner: WebhookOrganization; receiver: Receiver }> {
  const owner = await WebhookOrganization.create(sharedProduct().credentials, 'neighbours');
  const receiver = await Receiver.start();
  stops.push(
    () => receiver.stop(),
    () => owner.clear(),
  );
  await owner.endpoint(receiver.url);
  return { owner, receiver };
}

async function holding(service: string): Promise<DatabaseSession> {
  const session = await DatabaseSession.hold(sharedProduct().dataDir, service);
  stops.push(() => session.release());
  return session;
}

const createRequest = async (owner: WebhookOrganization): Promise<string> =>
  (await owner.createRequests(1))[0] ?? '';
const openSession = async (owner: WebhookOrganization): Promise<string> =>
  (await (await owner.writes()).post<{ session: { id: string } }>('/v1/sessions')).session.id;

/** A fact of each of two services: how it is caused, and its event. */
const FACTS = {
  'capture-requests': { cause: createRequest, type: 'capture_request.created', id: 'captureRequestId' },
  sessions: { cause: openSession, type: 'session.opened', id: 'sessionId' },
} as const;

describe(`the outbox of one service (${MODE})`, () => {
  it.each([
    ['capture-requests', 'sessions'],
    ['sessions', 'capture-requests'],
  ] as const)(
    'that is held in %s for ever delays no event of %s, and its own arrive after the release (scenario 85)',
    async (held, free) => {
      const { owner, receiver } = await receiving();
      const [late, prompt] = [FACTS[held], FACTS[free]];
      const session = await holding(held);
      await until('the claim', async () => (await session.rows<{ locked: boolean }>(CLAIM))[0]?.locked);
      const waiting = await late.cause(owner);
      for (let event = 0; event < EVENTS; event += 1)
        await receiver.event(prompt.type, { [prompt.id]: await prompt.cause(owner) });
      // What was said first would have come first.
      expect(receiver.ids(late.type)).toEqual(new Set());
      await session.release();
      await receiver.event(late.type, { [late.id]: waiting });
      expect(receiver.deliveries).toHaveLength(EVENTS + 1);
    },
  );
});

describe(`an organization that floods (${MODE})`, () => {
  it('holds up nobody else: their events come while none of its own is done (scenario 86)', async () => {
    const [busy, calm] = [await receiving(), await receiving()];
    for (const { owner, receiver } of [busy, calm])
      await receiver.event('capture_request.created', { captureRequestId: await createRequest(owner) });
    // Its work takes as long as the test likes.
    const session = await holding('webhooks');
    const slow = await session.rows(
      'SELECT 1 FROM event_counter WHERE organization_id = $1 FOR UPDATE',
      busy.owner.organizationId,
    );
    expect(slow).toHaveLength(1);
    await busy.owner.createRequests(FLOOD);
    for (let event = 0; event < EVENTS; event += 1)
      await calm.receiver.event('capture_request.created', {
        captureRequestId: await createRequest(calm.owner),
      });
    expect(busy.receiver.deliveries).toHaveLength(1);
    await session.release();
    await until('the flood', () => busy.receiver.deliveries.length === 1 + FLOOD, 60_000);
    const sequences = busy.receiver.deliveries.map(({ event }) => Number(event.sequence));
    expect(sequences.toSorted((one, other) => one - other)).toEqual(sequences.map((_sequence, at) => at + 1));
  });
});
