import { expect, it } from 'vitest';
import type { Route } from '../document.js';
import { errorCodesOf, withoutErrors } from './error-codes.js';

const row: Route = { service: 'accounts', method: 'POST', path: '/v1/things/{id}', auth: 'key' };

it('adds what the route declares to what follows from its row, each code once', () => {
  expect(errorCodesOf(row, { responses: {}, 'x-errors': ['conflict', 'invalid_input'] })).toEqual([
    'unauthorized',
    'plan_inactive',
    'insufficient_scope',
    'rate_limited',
    'invalid_input',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'not_found',
    'conflict',
    'service_unavailable',
    'internal',
  ]);
});

it('does not publish the declaration itself', () => {
  expect(withoutErrors({ operationId: 'getThing', responses: {}, 'x-errors': ['conflict'] })).toEqual({
    operationId: 'getThing',
    responses: {},
  });
});
