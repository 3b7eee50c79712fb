import type { ErrorCode } from '@capture/contracts';
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

it('a member is answered what follows from plan and role, and nothing that is about keys', () => {
  const shared = {
    ...row,
    path: '/console/api/things',
    auth: 'member',
    action: 'rooms.host',
    feature: 'sessions',
  } as const;
  const declared = {
    responses: {},
    'x-errors': ['test_mode_scope', 'key_owner_not_a_member', 'conflict'] as ErrorCode[],
  };
  expect(errorCodesOf(shared, declared)).toEqual([
    'cross_site',
    'unauthorized',
    'rate_limited',
    'other_organization',
    'upgrade_required',
    'insufficient_role',
    'invalid_input',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'conflict',
    'service_unavailable',
    'internal',
  ]);
  expect(errorCodesOf(row, declared)).toEqual(expect.arrayContaining(declared['x-errors']));
});

it('does not publish the declaration itself', () => {
  expect(withoutErrors({ operationId: 'getThing', responses: {}, 'x-errors': ['conflict'] })).toEqual({
    operationId: 'getThing',
    responses: {},
  });
});
