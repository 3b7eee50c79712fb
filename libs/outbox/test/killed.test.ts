import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { BUSES, OutboxHarness } from './fixtures/harness.js';

const EVENTS = 5;

describe.each(BUSES)('a killed process, bus: %s', (kind) => {
  let harness: OutboxHarness;

  // With a stream of its own: what the test before had handled but not acknowledged would come again.
  beforeEach(async () => {
    harness = await OutboxHarness.start(inject('postgresAdminUrl'), kind);
  });
  afterEach(() => harness.stop());

  it('killed between commit and publish, the next process publishes what was committed (scenario 19)', async () => {
    const first = await harness.startProbe({ hold: 'before-publish' });
    const ids = await first.commit(EVENTS);
    await first.reaches('before-publish');
    await first.kill();
    expect(await harness.pending()).toBe(EVENTS);
    await harness.startProbe();
    await harness.expectOnce(ids);
  });

  it('killed after the publish was acknowledged, the event is published again and its effect happens once (scenario 20)', async () => {
    const first = await harness.startProbe({ hold: 'after-publish' });
    const ids = await first.commit(EVENTS);
    await first.reaches('after-publish');
    await first.kill();
    expect(await harness.pending()).toBe(EVENTS);
    await harness.startProbe();
    await harness.expectOnce(ids);
  });

  it('killed between the effect and its acknowledgement, the effect happens once', async () => {
    const first = await harness.startProbe({ hold: 'before-ack' });
    const ids = await first.commit(EVENTS);
    await first.reaches('before-ack');
    await first.kill();
    await harness.startProbe();
    await harness.expectOnce(ids);
  });
});
