import { IdField } from '../fields/values.js';

/** Asks which organization a session belongs to, so that a host who signs in at its page gets there. Null when there is no such session. */
export class FindSessionOrganization {
  @IdField('session') sessionId: string;
}

export class SessionOrganization {
  @IdField('organization') organizationId: string;
}
