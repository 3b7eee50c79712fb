import { ObjectField } from '../fields/composites.js';
import { BooleanField, IdField, StringField } from '../fields/values.js';

/** Commands by which capture-requests has a person erased (ADR 44). */

/** Removes what the service keeps of an address in one organization. A repeat answers as the first call did. */
export class ErasePerson {
  @IdField('organization') organizationId: string;
  /** By which a repeat is recognized. */
  @IdField('erasure') erasureId: string;
  /** In its one form (`addressForm`). */
  @StringField({ max: 1000 }) email: string;
  /** The caller sends this again while `more` is answered; that of a former release does not know it, and is refused instead. */
  @BooleanField({ optional: true }) inTurns?: boolean;
}

export class ErasedPerson {
  /** How many were erased, for each kind of thing; so far, while there is more. */
  @ObjectField() counts: Record<string, number>;
  /** Not everything was gone through: the same is to be sent again. */
  @BooleanField({ optional: true }) more?: boolean;
}

/** Asks whether a person is a member now. Answered `not_found` when the organization does not exist. */
export class FindMember {
  @IdField('organization') organizationId: string;
  /** In its one form (`addressForm`). */
  @StringField({ max: 1000 }) email: string;
}

export class FoundMember {
  @BooleanField() present: boolean;
}
