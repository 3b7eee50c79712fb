import { newId, type CommandReply, type EventEnvelope } from '@capture/contracts';
import { OutboxOperations } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { EventIntakeService } from '../../src/events/intake/event-intake.service.js';
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
  email = EMAIL,
): Promise<CommandReply<'webhooks.erase_person'>> =>
  under.send('webhooks.erase_person', { organizationId, erasureId, email });

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

  const written: [string, string, string][] = [
    ['after an escaped line feed', '\\nada+1@example.com.', '\\n[erased].'],
    ['between escaped brackets', 'Ada \\u003cADA+1@example.com\\u003e', 'Ada \\u003c[erased]\\u003e'],
    ['with escapes in it', '<ada\\u002B1\\u0040example.com>', '<[erased]>'],
    [
      'in JSON that is a text of JSON',
      '{\\"to\\":\\"\\\\tada\\\\u002b1@example.com\\"}',
      '{\\"to\\":\\"\\\\t[erased]\\"}',
    ],
    ['in a URL', 'https://example.org/?to=ada%2B1%40example.com&n=1', 'https://example.org/?to=[erased]&n=1'],
    ['in a URL, between brackets', '?to=Ada+%3cada%2b1%40example.com%3e', '?to=Ada+%3c[erased]%3e'],
    ['in a URL, after a space', '?to=for+ada%2B1%40example.com', '?to=for+[erased]'],
    [
      'not where it is only the end of another',
      'b.ada+1@example.com, b%2Bada%2B1%40example.com',
      'b.ada+1@example.com, b%2Bada%2B1%40example.com',
    ],
    ['nor after an escape of that', 'b\\u002Bada\\u002B1@example.com', 'b\\u002Bada\\u002B1@example.com'],
  ];
  it.each(written)('finds it %s', async (_title, text, erased) => {
    const { organization, id } = await under.receiving(answer(200, {}, text));
    await under.hears(closedEvent(organization.id, `{"quote":"${text}"}`));
    await organization.settled(id, 1, 'succeeded');
    const found = text === erased ? 0 : 1;
    expect((await erase(organization.id)).counts).toEqual({ events: found, attempts: found });
    expect(await bodyOf(organization.id)).toContain(`{"quote":"${erased}"}`);
    expect((await organization.deliveries(id))[0]?.attempts).toMatchObject([{ responseBody: erased }]);
  });

  it('finds an international domain in either form', async () => {
    const { organization } = await under.receiving(answer(200, {}, ''));
    const domains = ['bücher.example', 'BÜCHER.example', 'b\\u00fccher.example', 'xn--bcher-kva.example'];
    const quote = domains.map((domain) => `ada@${domain}`).join(' ');
    await under.hears(closedEvent(organization.id, `{"quote":"${quote}"}`));
    await erase(organization.id, newId('erasure'), 'ada@xn--bcher-kva.example');
    expect(await bodyOf(organization.id)).toContain('{"quote":"[erased] [erased] [erased] [erased]"}');
  });

  it('takes it out of facts that wait for an earlier one, and of dead letters with what is redriven of them', async () => {
    const { organization } = await under.receiving(answer(200, {}, ''));
    const quoting = (): EventEnvelope =>
      closedEvent(organization.id, JSON.stringify({ quote: `for ${EMAIL}` }));
    const letters = (): Promise<{ text: string }[]> =>
      under.sql(
        'SELECT concat(envelope, error) AS text FROM dead_letter WHERE organization_id = $1',
        organization.id,
      );
    const dead = quoting();
    const intake = under.app.get(EventIntakeService);
    const publish = intake.publish.bind(intake);
    const failing = vi
      .spyOn(intake, 'publish')
      .mockImplementation((event) =>
        event.id === dead.id ? Promise.reject(new Error(EMAIL)) : publish(event),
      );
    await under.hears(dead);
    failing.mockRestore();
    expect((await letters())[0]?.text).toContain(EMAIL);
    await under.hears({ ...quoting(), fact: { source: 'tests', ordinal: 2 } });
    expect((await erase(organization.id)).counts).toEqual({ events: 2, attempts: 0 });
    expect((await letters())[0]?.text).not.toContain(EMAIL);
    const redriven = await under.app
      .get(Database)
      .forEveryOrganization('a test redrives', () => under.app.get(OutboxOperations).redrive([dead.id]));
    expect(redriven).toEqual({ redriven: 1, failed: 0 });
    const [logged] = await under.sql<{ body: string }>('SELECT body FROM event WHERE id = $1', dead.id);
    expect(logged?.body).toContain('"metadata":{"quote":"for [erased]"}');
    expect(
      await under.sql(
        'SELECT 1 FROM early_fact WHERE organization_id = $1 AND envelope LIKE $2',
        organization.id,
        `%${EMAIL}%`,
      ),
    ).toEqual([]);
  });

  it('answers a repeat of the same erasure as the first call, and another one that nothing is left', async () => {
    const { organization } = await quoting();
    const erasureId = newId('erasure');
    const first = await erase(organization.id, erasureId);
    expect(await erase(organization.id, erasureId)).toEqual(first);
    expect((await erase(organization.id)).counts).toEqual({ events: 0, attempts: 0 });
  });
});
