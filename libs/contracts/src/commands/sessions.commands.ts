import { IdField } from '../fields/fields.js';

/** Asks whose room it is, for somebody who signs in at its door. Null when there is no such session. */
export class FindSessionOrganization {
  @IdField('session') sessionId: string;
}

export class SessionOrganization {
  @IdField('organization') organizationId: string;
}
