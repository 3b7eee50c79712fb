import { expect, it } from 'vitest';
import { idFaults } from './operation-ids.js';

function served(method: string, path: string, operationId: string) {
  return { service: 'accounts', method, path, operation: { operationId, responses: {} } };
}

it('names controller and method where the operationId is missing', () => {
  expect(idFaults([served('GET', '/v1/keys', 'missing:KeyController.list')], [])).toEqual([
    'KeyController.list (GET /v1/keys): has no operationId',
  ]);
});

it('names every handler and route that shares an operationId', () => {
  const handlers = ['KeyController.list', 'TeamController.keys'].map((name) => ({
    operationId: 'listKeys',
    name,
  }));
  expect(
    idFaults([served('GET', '/v1/keys', 'listKeys'), served('GET', '/team/keys', 'listKeys')], handlers),
  ).toEqual([
    'KeyController.list, TeamController.keys (GET /v1/keys, GET /team/keys): share the operationId "listKeys"',
  ]);
});

it('accepts one route that several services serve under one id', () => {
  const outbox = served('GET', '/operator/v1/outbox', 'getOutbox');
  expect(idFaults([outbox, { ...outbox, service: 'webhooks' }], [])).toEqual([]);
});

it.each(['list', 'GetKey', 'get_key', 'getKey2'])('refuses %s, which is not of the form verbNoun', (id) => {
  const handlers = [{ operationId: id, name: 'KeyController.get' }];
  expect(idFaults([served('GET', '/v1/keys/{id}', id)], handlers)).toEqual([
    `KeyController.get (GET /v1/keys/{id}): operationId "${id}" is not of the form verbNoun`,
  ]);
});
