import {
  CaptureRequestClosed,
  CaptureRequestCreated,
  createEvent,
  newId,
  type EventEnvelope,
} from '@capture/contracts';
import { NatsServer, until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { SharedDatabase, type WebhooksProcess } from '../fixtures/webhooks-process.js';

const REQUESTS = 100;

describe('the sequence of an organization', () => {
  let nats: NatsServer;
  let database: SharedDatabase;

  beforeEach(async () => {
    nats = await NatsServer.start();
    database = await SharedDatabase.start(inject('postgresAdminUrl'));
  });
  afterEach(async () => {
    await database.close();
    await nats.stop();
  });

  const start = (settings: Record<string, string> = {}): Promise<WebhooksProcess> =>
    database.process({ NATS_URL: nats.url, ...settings });

  const facts = (organizationId: string): EventEnvelope[] => {
    const captureRequestId = newId('captureRequest');
    const metadata = '{}';
    return [
      createEvent(CaptureRequestCreated, organizationId, { captureRequestId, metadata, status: 'draft' }),
      createEvent(CaptureRequestClosed, organizationId, {
        captureRequestId,
        metadata,
        reason: 'closed_by_api',
      }),
    ];
  };

  const logged = async (organizationId: string): Promise<{ id: string; sequence: number }[]> =>
    database.sql(
      'SELECT id, sequence::int AS sequence FROM event WHERE organization_id = $1 ORDER BY sequence',
      [organizationId],
    );

  it('follows the facts without a gap, whichever of two processes consumes which of them (scenario 90)', async () => {
    await Promise.all([start(), start()]);
    const organizations = [newId('organization'), newId('organization')];
    const stated = new Map<string, string[]>(organizations.map((id) => [id, []]));
    for (let request = 0; request < REQUESTS; request += 1) {
      for (const organizationId of organizations) {
        const events = facts(organizationId);
        for (const event of events) await database.state([event]);
        stated.get(organizationId)?.push(...events.map(({ id }) => id));
      }
    }
    for (const organizationId of organizations) {
      const expected = stated.get(organizationId) ?? [];
      await until(
        'every event',
        async () => (await logged(organizationId)).length === expected.length,
        60_000,
      );
      const events = await logged(organizationId);
      expect(events.map(({ id }) => id)).toEqual(expected);
      expect(events.map(({ sequence }) => sequence)).toEqual(expected.map((_id, index) => index + 1));
    }
  });

  it('waits for a fact that is late, and not for ever for one that does not come', async () => {
    await start({ CAPTURE_WEBHOOK_ORDER_WAIT_MS: '1000' });
    const organizationId = newId('organization');
    const [first, second] = facts(organizationId);
    if (!first || !second) throw new Error('no facts');
    await database.state([first, second]);
    await until('both', async () => (await logged(organizationId)).length === 2);
    const [next] = facts(organizationId);
    if (!next) throw new Error('no facts');
    // A number whose fact never arrives: a dead letter, or a row that was removed by hand.
    await database.sql('UPDATE outbox_counter SET last = last + 1 WHERE organization_id = $1', [
      organizationId,
    ]);
    await database.state([next]);
    await until('the next', async () => (await logged(organizationId)).length === 3);
    expect((await logged(organizationId)).map(({ id }) => id)).toEqual([first.id, second.id, next.id]);
  });
});
