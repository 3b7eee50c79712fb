import type { Clock } from '@capture/platform';
import { expect, it } from 'vitest';
import type { EndpointService } from '../endpoints/endpoint.service.js';
import type { CountRow, DeliveryCountsRepository } from './delivery-counts.repository.js';
import { DeliveryCountsService } from './delivery-counts.service.js';

const NOW = new Date('2026-03-04T10:20:30Z');
const HOUR = new Date('2026-03-04T10:00:00Z');

/** Counts of an endpoint whose deliveries are `all`, of which the newest that are counted are `newest`. */
function countsOf(all: number, newest: number) {
  const rows = (count: number): Promise<CountRow[]> =>
    Promise.resolve([{ start: HOUR, status: 'succeeded', count }]);
  const repository = {
    counts: () => rows(all),
    newestCounts: () => rows(newest),
    latencies: () => Promise.resolve([]),
  } as unknown as DeliveryCountsRepository;
  const endpoints = { require: () => Promise.resolve() } as unknown as EndpointService;
  const service = new DeliveryCountsService(endpoints, repository, { now: () => NOW } as Clock);
  return service.of('org_1', 'whe_1', 'hour');
}

it('counts all deliveries of an endpoint up to 200,000', async () => {
  const { complete, series } = await countsOf(200_000, 1);
  expect([complete, series.at(-1)?.succeeded]).toEqual([true, 200_000]);
});

it('counts the newest ones of more, and says that these are not all', async () => {
  const { complete, series } = await countsOf(200_001, 7);
  expect([complete, series.at(-1)?.succeeded]).toEqual([false, 7]);
});
