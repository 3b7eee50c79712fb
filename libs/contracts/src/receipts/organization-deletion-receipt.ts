import { NestedField, NestedListField, ObjectField } from '../fields/composites.js';
import { EnumField, IdField, IntField, StringField, TimestampField } from '../fields/values.js';
import { ReceiptSignature } from './deletion-receipt.js';

/** The services that have something of organizations, in the order in which they remove it. */
export const ORGANIZATION_SERVICES = [
  'capture-requests',
  'sessions',
  'recordings',
  'webhooks',
  'accounts',
] as const;
export type OrganizationService = (typeof ORGANIZATION_SERVICES)[number];

export class DeletedByService {
  @EnumField(ORGANIZATION_SERVICES) service: OrganizationService;
  @TimestampField() completedAt: string;
  @ObjectField({
    description: 'How many rows were removed, for each table; of recordings also the bytes of media',
    example: { capture_request: 3, contact: 120 },
  })
  counts: Record<string, number>;
}

/** What the receipt of a deleted organization says. It stays, so it holds ids, times and counts only. */
export class OrganizationDeletionFacts {
  @IntField({ min: 1, example: 1 }) receiptVersion: number;
  @IdField('deletionReceipt') id: string;
  @IdField('organizationDeletion') deletionId: string;
  @IdField('organization') organizationId: string;
  @StringField({ description: 'Id of the member who asked, or `operator`' }) requestedBy: string;
  @TimestampField() requestedAt: string;
  @TimestampField({ description: 'From then on nobody could sign in or use a key' }) begunAt: string;
  @TimestampField() completedAt: string;
  @NestedListField(() => DeletedByService) services: DeletedByService[];
}

/** Signed statement that an organization was deleted from every service. */
export class OrganizationDeletionReceipt extends OrganizationDeletionFacts {
  @NestedField(() => ReceiptSignature) signature: ReceiptSignature;
}
