import type { CapabilityRow } from './routes.js';
import { base, type Call } from './rows.js';

const row = (call: Call): CapabilityRow => ({
  ...base(call, 'accounts'),
  auth: 'capability',
  directory: true,
});

/** Every route of SCIM 2.0, once, at the root of the host. Other paths answer 404, other methods on these paths 405. */
export const SCIM_ROUTES: readonly CapabilityRow[] = [
  row('GET /scim/v2/Users'),
  row('POST /scim/v2/Users'),
  row('GET /scim/v2/Users/{id}'),
  row('PUT /scim/v2/Users/{id}'),
  row('PATCH /scim/v2/Users/{id}'),
  row('DELETE /scim/v2/Users/{id}'),
  row('GET /scim/v2/ServiceProviderConfig'),
  row('GET /scim/v2/ResourceTypes'),
  row('GET /scim/v2/ResourceTypes/{id}'),
  row('GET /scim/v2/Schemas'),
  row('GET /scim/v2/Schemas/{id}'),
];
