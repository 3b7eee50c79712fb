import type { Feature } from '@capture/contracts';
import { expect, it } from 'vitest';
import { upgradesFrom, type Plan } from './plan.model.js';

const limits = { rosterCap: 1, submissionCap: 1, maxGuests: 1 };
const plan = (name: string, rank: number, features: Feature[]): Plan => ({
  name,
  rank,
  features,
  limits,
  includedSec: 0,
});

it('names the cheapest plan of each missing feature, whatever the order of the plans', () => {
  const plans = [plan('dear', 9, ['api', 'sessions']), plan('free', 0, []), plan('cheap', 5, ['api'])];
  expect(upgradesFrom(plans[1] as Plan, plans)).toEqual({ api: 'cheap', sessions: 'dear' });
});

it('names nothing for what the plan has, and nothing for what no plan has', () => {
  const only = plan('only', 1, ['api']);
  expect(upgradesFrom(only, [only])).toEqual({});
});
