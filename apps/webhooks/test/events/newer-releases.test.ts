import { newId, type EventEnvelope } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { EventJobs } from '../../src/events/event.jobs.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ORDER_WAIT_SEC = 60;

describe('an event of a newer release', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_BUS_MAX_DELIVER: '2',
      CAPTURE_WEBHOOK_ORDER_WAIT_MS: String(ORDER_WAIT_SEC * 1000),
    });
  });
  afterAll(() => under.stop());

  const numbered = (organizationId: string, ordinal: number): EventEnvelope => ({
    ...closedEvent(organizationId),
    fact: { source: 'capture_requests', ordinal },
  });
  const deadLetters = (organizationId: string): Promise<{ id: string }[]> =>
    under.sql(
      'SELECT event_id AS id FROM dead_letter WHERE organization_id = $1 AND redriven_at IS NULL',
      organizationId,
    );
  const logged = (organizationId: string): Promise<{ id: string }[]> =>
    under.sql('SELECT id FROM event WHERE organization_id = $1 ORDER BY sequence', organizationId);

  it.each([
    ['version', { version: 2 }],
    ['type', { type: 'capture_request.reopened' }],
  ])('of a %s that is not known here is kept as a dead letter', async (_what, change) => {
    const organizationId = newId('organization');
    const event = { ...numbered(organizationId, 1), ...change };
    await under.hears(event);
    expect(await deadLetters(organizationId)).toEqual([{ id: event.id }]);
    expect(await logged(organizationId)).toEqual([]);
  });

  it('holds up those after it no longer than one that does not arrive', async () => {
    const organizationId = newId('organization');
    const [known, next] = [numbered(organizationId, 1), numbered(organizationId, 3)];
    await under.hears(known, { ...numbered(organizationId, 2), version: 2 }, next);
    expect(await logged(organizationId)).toEqual([{ id: known.id }]);
    under.clock.advance(ORDER_WAIT_SEC + 1);
    await under.app.get(EventJobs).skipMissing();
    expect(await logged(organizationId)).toEqual([{ id: known.id }, { id: next.id }]);
  });

  it('hold up those after them no longer when there are several', async () => {
    const organizationId = newId('organization');
    const facts = [1, 2, 3, 4, 5].map((ordinal) => numbered(organizationId, ordinal));
    await under.hears(...facts.map((fact, index) => (index % 2 === 0 ? fact : { ...fact, version: 2 })));
    under.clock.advance(ORDER_WAIT_SEC + 1);
    await under.app.get(EventJobs).skipMissing();
    expect(await logged(organizationId)).toEqual(
      [facts[0], facts[2], facts[4]].map((fact) => ({ id: fact?.id })),
    );
  });

  it('that is not public concerns no receiver and is passed over', async () => {
    const organizationId = newId('organization');
    await under.hears({ ...closedEvent(organizationId), type: 'capture_request.indexed' });
    expect(await deadLetters(organizationId)).toEqual([]);
  });
});
