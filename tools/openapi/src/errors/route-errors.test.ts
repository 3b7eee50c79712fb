import { CONSOLE_ROUTES, ROUTES } from '@capture/gateway';
import { expect, it } from 'vitest';
import { OWN } from './route-errors.js';

it('every call with errors is in the routing table', () => {
  const calls = new Set([...ROUTES, ...CONSOLE_ROUTES].map(({ method, path }) => `${method} ${path}`));
  expect(Object.keys(OWN).filter((call) => !calls.has(call))).toEqual([]);
});
