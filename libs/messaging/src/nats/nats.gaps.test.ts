import { expect, it } from 'vitest';
import { NatsGaps } from './nats.gaps.js';

it('gaps are known once each, also where reading them broke off in between', async () => {
  const gap = { consumer: 'tests_all', pattern: '>', epoch: 'one', first: 1, last: 2 };
  let failures = 2;
  const getMessage = (_stream: string, { seq }: { seq: number }): Promise<object> => {
    if (seq === 3 && failures-- > 0) return Promise.reject(new Error('no answer'));
    return Promise.resolve({ json: () => gap, time: new Date(0) });
  };
  const streams = { getMessage, info: () => Promise.resolve({ state: { first_seq: 1, last_seq: 3 } }) };
  const consumers = { info: () => Promise.resolve({ num_pending: 0, num_ack_pending: 0 }) };
  const stream = {
    manager: () => Promise.resolve({ streams, consumers }),
    state: () => Promise.resolve({ epoch: 'one' }),
    dedupeWindowMs: () => Promise.resolve(120_000),
  };
  const gaps = new NatsGaps(...([{}, stream] as unknown as ConstructorParameters<typeof NatsGaps>));
  for (let time = 0; time < 2; time += 1) await expect(gaps.ripe()).rejects.toThrow('no answer');
  expect((await gaps.ripe()).map(({ id }) => id)).toEqual(['1', '2', '3']);
});
