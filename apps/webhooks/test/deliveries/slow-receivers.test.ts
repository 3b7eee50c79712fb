import { until } from '@capture/testing';
import { describe, inject, it } from 'vitest';
import { Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('a fast tier that begins to hang', () => {
  it('gives its slots back after three seconds, long before its attempts time out', async () => {
    const under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_SLOTS: '8',
      CAPTURE_WEBHOOK_TIMEOUT_MS: '25000',
    });
    const [turning, steady] = await Promise.all([Receiver.start(), Receiver.start()]);
    const owners = Array.from({ length: 3 }, () => under.organization());
    const [one, two, other] = owners;
    for (const owner of owners) {
      const { id } = await owner.endpoint(owner === other ? steady.url : turning.url);
      for (let proof = 0; proof < 3; proof += 1) {
        await under.hears(closedEvent(owner.id));
        await owner.settled(id, 1, 'succeeded');
      }
    }
    turning.respond = () => undefined;
    const before = turning.requests.length;
    await under.hears(
      ...Array.from({ length: 4 }, () => [one, two].map((owner) => closedEvent(owner?.id ?? ''))).flat(),
    );
    await until('every slot to be taken', () => turning.requests.length === before + 8);
    const event = closedEvent(other?.id ?? '');
    await under.hears(event);
    await until('the steady one to be served', () => steady.ids.includes(event.id));
    // Its connections cut, the hanging attempts end, and the service can stop.
    await turning.stop();
    await under.stop();
    await steady.stop();
  });
});
