import type { ForwardedCall } from '@capture/contracts';
import {
  everyOrganization,
  noOrganization,
  organizationScope,
  type Scope,
} from '../connections/organization-scope.js';

/**
 * A call runs for the organization of its key or of its signed-in member; an operator's call runs for all of them. A call
 * with a link, a token or a signed URL has no organization until the service that issued it sets one.
 */
export function scopeOfCall(call: ForwardedCall | undefined): Scope {
  const principal = call?.principal;
  switch (principal?.kind) {
    case 'key':
    case 'member':
      return organizationScope(principal.organizationId);
    case 'operator':
      return everyOrganization('an operator calls');
    default:
      return noOrganization();
  }
}
