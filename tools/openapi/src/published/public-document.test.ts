import { expect, it } from 'vitest';
import type { Operation, Route } from '../document.js';
import { publicDocument } from './public-document.js';

const described = (row: Partial<Route>, operation: Partial<Operation> = {}): unknown => {
  const route: Route = { service: 'sessions', method: 'POST', path: '/v1/sessions', auth: 'key', ...row };
  const { method, path, service } = route;
  const served = { service, method, path, operation: { responses: {}, ...operation } };
  const { paths } = publicDocument([route], { operations: [served], schemas: {} });
  return (paths as Record<string, Record<string, Operation>>)[path]?.['post']?.['description'];
};

it('says in words, after what a call does, which scope and budget it takes and whether test keys are refused', () => {
  const scoped = { scope: 'sessions:write', budget: 'write' };
  expect(described(scoped)).toBe('Scope `sessions:write`, write budget.');
  expect(described({ ...scoped, liveOnly: true }, { description: 'Opens.' })).toBe(
    'Opens.\n\nScope `sessions:write`, write budget, live keys only.',
  );
  expect(described({ auth: 'capability' })).toBeUndefined();
});
