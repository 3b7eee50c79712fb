import { AppError } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '../src/bus/bus.js';
import { fresh, inProcess, nats } from './fixtures/buses.js';
import { anEvent } from './fixtures/events.js';

describe.each([inProcess(), nats()])('bus: $name', (under) => {
  let bus: Bus;
  beforeAll(() => under.start());
  beforeEach(async () => {
    bus = under.join('tests');
    await until('the bus', () => bus.check().then(() => true));
  });
  afterAll(() => under.stop());

  describe('subscribers', () => {
    it('hear what is published while they listen; a failing one disturbs nobody', async () => {
      const event = anEvent();
      const heard: string[] = [];
      const failing = bus.subscribe('>', () => Promise.reject(new Error('a broken cache')));
      const listening = bus.subscribe('ping', ({ id }) => void heard.push(id));
      const other = bus.subscribe('recording.*', ({ id }) => void heard.push(id));
      await Promise.all([failing.ready, listening.ready, other.ready]);
      await bus.publish(event);
      await until('the subscriber', () => heard.length === 1);
      await Promise.all([failing.close(), listening.close(), other.close()]);
      await bus.publish(anEvent());
      expect(heard).toEqual([event.id]);
    });
  });

  describe('broadcasts', () => {
    it('reach everybody who listens to their topic at that moment, as JSON; a failing listener disturbs nobody', async () => {
      const [topic, other] = [fresh('live.room'), fresh('live.other')];
      const heard: unknown[] = [];
      const listeners = [
        bus.listen(topic, () => {
          throw new Error('a broken listener');
        }),
        bus.listen(topic, (message) => heard.push({ first: message })),
        bus.listen(topic, (message) => heard.push({ second: message })),
        bus.listen(other, (message) => heard.push({ other: message })),
      ];
      await Promise.all(listeners.map(({ ready }) => ready));
      bus.broadcast(topic, { at: new Date(0), nothing: undefined });
      await until('both listeners', () => heard.length === 2);
      const said = { at: '1970-01-01T00:00:00.000Z' };
      // The server delivers to the subscriptions of one connection in any order.
      expect(heard).toEqual(expect.arrayContaining([{ first: said }, { second: said }]));
      await Promise.all(listeners.map((listener) => listener.close()));
      bus.broadcast(topic, 'to nobody');
      const last = bus.listen(other, (message) => heard.push(message));
      await last.ready;
      bus.broadcast(other, 'last');
      await until('the last one', () => heard.length === 3);
      expect(heard[2]).toBe('last');
    });
  });

  describe('commands', () => {
    it('are answered through JSON, with their headers', async () => {
      const pattern = fresh('tests.echo');
      const payload = { at: new Date(0), nothing: undefined };
      const server = bus.serve('tests', pattern, (given, headers) => Promise.resolve({ given, headers }));
      await server.ready;
      const answer = await bus.request(pattern, payload, {
        timeoutMs: 2_000,
        headers: { traceparent: 'given' },
      });
      expect(answer).toEqual({
        given: { at: '1970-01-01T00:00:00.000Z' },
        headers: { traceparent: 'given' },
      });
      await server.close();
    });

    it('without an answer are answered null', async () => {
      const pattern = fresh('tests.void');
      const server = bus.serve('tests', pattern, () => Promise.resolve(undefined));
      await server.ready;
      expect(await bus.request(pattern, undefined, { timeoutMs: 2_000 })).toBeNull();
      await server.close();
    });

    it('that are refused throw the same error on this side', async () => {
      const pattern = fresh('tests.refuse');
      const refusal = new AppError('contact_cap', 'The roster is full.', { cap: 250, count: 250 });
      const server = bus.serve('tests', pattern, () => Promise.reject(refusal));
      await server.ready;
      const error = await bus.request(pattern, {}, { timeoutMs: 2_000 }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).not.toBe(refusal);
      expect(error).toMatchObject({
        code: 'contact_cap',
        detail: 'The roster is full.',
        extras: { cap: 250, count: 250 },
      });
      await server.close();
    });

    it('that break show as internal, without the text of the error', async () => {
      const pattern = fresh('tests.break');
      const server = bus.serve('tests', pattern, () => Promise.reject(new Error('password is hunter2')));
      await server.ready;
      const error = await bus.request(pattern, {}, { timeoutMs: 2_000 }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'internal' });
      expect(String(error)).not.toContain('hunter2');
      await server.close();
    });

    it('that nobody serves fail at once', async () => {
      const before = performance.now();
      await expect(bus.request(fresh('tests.nobody'), {}, { timeoutMs: 10_000 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(performance.now() - before).toBeLessThan(2_000);
    });

    it('that are not answered in time fail at their deadline', async () => {
      const pattern = fresh('tests.slow');
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const server = bus.serve('tests', pattern, () => gate);
      await server.ready;
      const before = performance.now();
      await expect(bus.request(pattern, {}, { timeoutMs: 150 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(performance.now() - before).toBeGreaterThanOrEqual(145);
      release();
      await server.close();
    });

    it('in progress are answered before their server closes', async () => {
      const pattern = fresh('tests.drain');
      let started = false;
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const server = bus.serve('tests', pattern, async () => {
        started = true;
        await gate;
        return 'answered';
      });
      await server.ready;
      const answer = bus.request(pattern, {}, { timeoutMs: 5_000 });
      await until('the command', () => started);
      const closing = server.close();
      release();
      expect(await answer).toBe('answered');
      await closing;
      await expect(bus.request(pattern, {}, { timeoutMs: 500 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
    });
  });
});
