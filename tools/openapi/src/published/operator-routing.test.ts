import { describe, expect, it } from 'vitest';
import { misroutedOperations } from './operator-routing.js';

const PREFIXES = [
  { prefix: '/operator/v1/orgs', service: 'accounts' },
  { prefix: '/operator/v1/orgs/:organizationId/erasures', service: 'capture-requests' },
  { prefix: '/operator/v1/outbox', service: 'every' },
];

const faultsOf = (service: string, path: string): string[] =>
  misroutedOperations(PREFIXES, [{ service, method: 'GET', path }]);

describe('the table of operator prefixes', () => {
  it('agrees with a service whose routes it leads to, the longest prefix first', () => {
    expect(faultsOf('accounts', '/operator/v1/orgs')).toEqual([]);
    expect(faultsOf('accounts', '/operator/v1/orgs/{organizationId}/keys')).toEqual([]);
    expect(faultsOf('capture-requests', '/operator/v1/orgs/{organizationId}/erasures/{id}')).toEqual([]);
    expect(faultsOf('sessions', '/operator/v1/outbox')).toEqual([]);
  });

  it('disagrees about a route that it leads elsewhere or nowhere', () => {
    const misplaced = '/operator/v1/orgs/{organizationId}/erasures';
    expect(faultsOf('accounts', misplaced)).toEqual([
      `accounts GET ${misplaced}: the operator prefixes send it to capture-requests`,
    ]);
    expect(faultsOf('sessions', '/operator/v1/orgsessions')).toEqual([
      'sessions GET /operator/v1/orgsessions: no operator prefix routes it',
    ]);
  });
});
