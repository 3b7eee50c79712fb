import { expect, it } from 'vitest';
import type { Document } from './document.js';
import { collect } from './merge.js';

const operation = (operationId: string, extensions: object = {}) => ({
  operationId,
  responses: {},
  ...extensions,
});

it('a handler of keys and members is two operations, of which that of members has an id of its own', () => {
  const document: Document = {
    paths: {
      '/v1/things': { get: operation('listThings') },
      '/console/api/things': { get: operation('listThings') },
      '/v1/things/{id}': { post: operation('endThing', { 'x-member-operation-id': 'endOwnThing' }) },
      '/console/api/things/{id}': { post: operation('endThing', { 'x-member-operation-id': 'endOwnThing' }) },
      '/console/api/me': { get: operation('getMe') },
    },
  };
  const { operations } = collect([{ service: 'things', document }]);
  expect(operations.map(({ path, operation: { operationId } }) => [path, operationId])).toEqual([
    ['/v1/things', 'listThings'],
    ['/console/api/things', 'listThingsAsMember'],
    ['/v1/things/{id}', 'endThing'],
    ['/console/api/things/{id}', 'endOwnThing'],
    ['/console/api/me', 'getMe'],
  ]);
});
