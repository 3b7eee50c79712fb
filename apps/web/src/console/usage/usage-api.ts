import { call, type Answer } from '../api/console-client.js';

const USAGE = '/console/api/usage';

export type Usage = Answer<typeof USAGE, 'get'>;
export type Granularity = 'day' | 'month';

export const usageKey = (granularity: Granularity) => ['usage', granularity] as const;

/** This month by day, or the last twelve months. */
export function readUsage(granularity: Granularity): Promise<Usage> {
  if (granularity === 'day') return call('get', USAGE);
  const now = new Date();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString();
  return call('get', USAGE, { query: { granularity, from } });
}
