import type { ServiceName } from './services.js';

/**
 * Operator routes by prefix. The service that owns a prefix documents and checks the routes below it; `every` sends the call
 * to all services and merges their answers. The longest prefix of a path is its own.
 */
export const OPERATOR_ROUTES: readonly {
  prefix: `/operator/v1/${string}`;
  service: ServiceName | 'every';
}[] = [
  { prefix: '/operator/v1/orgs', service: 'accounts' },
  { prefix: '/operator/v1/orgs/:organizationId/erasures', service: 'capture-requests' },
  { prefix: '/operator/v1/legacy-consents', service: 'capture-requests' },
  { prefix: '/operator/v1/uploads', service: 'recordings' },
  { prefix: '/operator/v1/deletion-receipts', service: 'recordings' },
  { prefix: '/operator/v1/outbox', service: 'every' },
];
