import { table } from '../command/output.js';
import { isObject } from './json-file.js';

interface OrganizationDeletionReceipt {
  deletionId: string;
  organizationId: string;
  requestedBy: string;
  completedAt: string;
  services: { service: string; counts: Record<string, number> }[];
}

export function isOrganizationDeletionReceipt(document: unknown): document is OrganizationDeletionReceipt {
  return (
    isObject(document) &&
    Number.isSafeInteger(document['receiptVersion']) &&
    typeof document['deletionId'] === 'string' &&
    typeof document['organizationId'] === 'string' &&
    Array.isArray(document['services'])
  );
}

export function organizationDeletionOf(receipt: OrganizationDeletionReceipt) {
  const { deletionId, organizationId, requestedBy, completedAt, services } = receipt;
  return { deletionId, organizationId, requestedBy, completedAt, services };
}

export function showOrganizationDeletion({
  kid,
  organizationId,
  requestedBy,
  completedAt,
  services,
}: OrganizationDeletionReceipt & { kid: string | null }): string {
  const counts = services.flatMap(({ service, counts: of }) =>
    Object.entries(of).map(([what, count]) => ({ service, what, count })),
  );
  return [
    `The receipt is as it was signed, with key ${kid}.`,
    `${organizationId} was deleted at ${completedAt}, asked for by ${requestedBy}:`,
    table(counts, {
      SERVICE: ({ service }) => service,
      REMOVED: ({ what }) => what,
      COUNT: ({ count }) => count,
    }),
  ].join('\n');
}
