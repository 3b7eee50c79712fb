import { Bus } from '@capture/messaging';
import { jetstream } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { LossDetector } from '../src/outbox/loss-detector.js';
import { anEvent } from './fixtures/events.js';
import { OutboxHarness, STREAM } from './fixtures/harness.js';

describe('a stream that is full while a consumer is away', () => {
  let harness: OutboxHarness;
  beforeEach(async () => {
    harness = await OutboxHarness.start(inject('postgresAdminUrl'));
    await harness.beside((manager) =>
      manager.streams.add({
        name: STREAM,
        subjects: ['events.>'],
        // What was published within this time waits for its end.
        duplicate_window: 100_000_000,
      }),
    );
  });
  afterEach(() => harness.stop());

  /** The stream drops all that it holds for an event of another service, as when it is full. */
  function overflow(): Promise<void> {
    return harness.beside(async (manager, connection) => {
      await manager.streams.update(STREAM, { max_msgs: 1 });
      await jetstream(connection).publish('events.other.happened', 'large');
      await manager.streams.update(STREAM, { max_msgs: -1 });
    });
  }

  it('drops what the consumer has not had, which is published again once the consumer is back', async () => {
    const reader = await harness.startService();
    const before = anEvent();
    await reader.commit(before);
    await harness.expectOnce([before.id]);
    await harness.closeServices();
    const writer = await harness.startProbe({ consumes: false });
    const missed = await writer.commit(30);
    await harness.published();
    await overflow();
    const kept = await writer.commit(2);
    await harness.published();
    expect((await harness.streamed()).some((id) => missed.includes(id))).toBe(false);
    await harness.startService();
    await harness.expectOnce([before.id, ...missed, ...kept]);
  });

  it('drops what was published while outbox and stream are compared: that is no loss of the stream', async () => {
    const service = await harness.startService({ env: { CAPTURE_OUTBOX_CHECK_MS: '3600000' } });
    const events = [anEvent(), anEvent(), anEvent()];
    await service.commit(...events);
    await harness.expectOnce(events.map(({ id }) => id));
    const bus = service.app.get(Bus);
    const eventIdAt = bus.eventIdAt.bind(bus);
    vi.spyOn(bus, 'eventIdAt').mockImplementationOnce(async (position) => {
      await overflow();
      return eventIdAt(position);
    });
    expect(await service.app.get(LossDetector).compare()).toBe(0);
  });
});
