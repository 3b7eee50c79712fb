import { NestedField, ObjectField } from '../fields/composites.js';
import { BooleanField, IdField } from '../fields/values.js';
import { OrganizationDeletionFacts } from '../receipts/organization-deletion-receipt.js';

/** Commands by which accounts has an organization deleted (ADR 49). */

/**
 * Removes what the service has of an organization, for a few seconds: the caller repeats it until it is done. From the first
 * one on events of the organization have no effect in the service.
 */
export class DeleteOrganization {
  @IdField('organization') organizationId: string;
  @IdField('organizationDeletion') deletionId: string;
}

export class DeletedOrganization {
  /** Whether nothing was left to remove. */
  @BooleanField() done: boolean;
  /** How many rows were removed since the deletion began, for each table. */
  @ObjectField() counts: Record<string, number>;
}

/** Signs the receipt of a deletion. A repeat is answered alike, as the signature follows from the facts. */
export class SignOrganizationDeletion {
  @NestedField(() => OrganizationDeletionFacts) facts: OrganizationDeletionFacts;
}

export class SignedOrganizationDeletion {
  /** An OrganizationDeletionReceipt. */
  @ObjectField() receipt: Record<string, unknown>;
}
