import type { ServerResponse } from 'node:http';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ReplayedDeliveriesDto } from '../../src/deliveries/delivery.dto.js';
import { answer, Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const EVER = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** A receiver that answers when the test says so, oldest request first. */
class HeldReceiver {
  private readonly waiting: ServerResponse[] = [];

  private constructor(readonly receiver: Receiver) {}

  static async start(): Promise<HeldReceiver> {
    const held = new HeldReceiver(await Receiver.start());
    return held;
  }

  hold(): void {
    this.receiver.respond = (_request, response) => void this.waiting.push(response);
  }

  answerOne(): void {
    this.waiting.shift()?.writeHead(200).end();
  }

  release(): void {
    this.receiver.respond = answer(200);
    while (this.waiting.length > 0) this.answerOne();
  }

  get ids(): string[] {
    return this.receiver.ids;
  }
}

describe('what happens now and what is replayed', () => {
  let under: WebhooksUnderTest;
  let target: HeldReceiver;
  beforeEach(async () => {
    target = await HeldReceiver.start();
    // Two slots, one of them for the slow tier: who is served next can be seen.
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_WEBHOOK_SLOTS: '2' });
  });
  afterEach(async () => {
    target.release();
    await target.receiver.stop();
    await under.stop();
  });

  async function received(owner: Organization, url: string, count: number): Promise<string> {
    const { id } = await owner.endpoint(url);
    for (let made = 0; made < count; made += 1) {
      await under.hears(closedEvent(owner.id));
      await owner.settled(id, 1, 'succeeded');
    }
    return id;
  }

  const replayAll = (owner: Organization, id: string) =>
    owner.call<ReplayedDeliveriesDto>('POST', `/v1/webhook-endpoints/${id}/replay`, EVER);

  it("an endpoint's live events go out before its own replay backlog, which follows whole", async () => {
    const owner = under.organization();
    const id = await received(owner, target.receiver.url, 8);
    const before = target.ids.length;
    target.hold();
    expect((await replayAll(owner, id)).body).toEqual({ replayed: 8 });
    await until('the replay to fill the slots', () => target.ids.length === before + 2);
    const live = closedEvent(owner.id);
    await under.hears(live);
    target.answerOne();
    await until('the next request', () => target.ids.length === before + 3);
    expect(target.ids.at(-1)).toBe(live.id);
    target.release();
    await until('the rest of the replay', () => target.ids.length === before + 9);
    expect(new Set(target.ids.slice(before)).size).toBe(9);
  });

  it('a single replay that somebody asked for does not wait behind a range, be it in the range or not', async () => {
    const owner = under.organization();
    const id = await received(owner, target.receiver.url, 6);
    const [newest, inRange] = await owner.deliveries(id);
    const before = target.ids.length;
    target.hold();
    const range = { ...EVER, to: newest?.createdAt };
    const { body } = await owner.call('POST', `/v1/webhook-endpoints/${id}/replay`, range);
    expect(body).toEqual({ replayed: 5 });
    await until('the replay to fill the slots', () => target.ids.length === before + 2);
    for (const [index, asked] of [newest, inRange].entries()) {
      expect(target.ids.slice(before)).not.toContain(asked?.eventId);
      await owner.call('POST', `/v1/webhook-endpoints/${id}/deliveries/${asked?.id}/replay`);
      target.answerOne();
      await until('the next request', () => target.ids.length === before + 3 + index);
      expect(target.ids.at(-1)).toBe(asked?.eventId);
    }
  });

  it("the replay of one organization does not go before another's live event when slots are scarce", async () => {
    const [hog, replaying, live] = [under.organization(), under.organization(), under.organization()];
    const served = await Receiver.start();
    const replayed = await received(replaying, served.url, 2);
    await live.endpoint(served.url);
    const before = served.ids.length;
    target.hold();
    await hog.endpoint(target.receiver.url);
    await under.hears(closedEvent(hog.id));
    await until('the slow tier to be taken', () => target.ids.length === 1);
    await replayAll(replaying, replayed);
    const event = closedEvent(live.id);
    await under.hears(event);
    expect(served.ids).toHaveLength(before);
    target.release();
    await until('everything', () => served.ids.length === before + 3);
    expect(served.ids[before]).toBe(event.id);
    await served.stop();
  });
});
