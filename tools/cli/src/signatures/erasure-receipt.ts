import { table } from '../command/output.js';
import { isObject } from './json-file.js';

interface ErasureReceipt {
  erasureId: string;
  addressSha256: string;
  requestedBy: string;
  completedAt: string;
  services: { service: string; counts: Record<string, number> }[];
  recordings: { recordingId: string; receiptId: string | null; sha256: string[] }[];
}

export function isErasureReceipt(document: unknown): document is ErasureReceipt {
  return (
    isObject(document) &&
    Number.isSafeInteger(document['receiptVersion']) &&
    typeof document['erasureId'] === 'string' &&
    Array.isArray(document['services']) &&
    Array.isArray(document['recordings'])
  );
}

export function erasureOf(receipt: ErasureReceipt) {
  const { erasureId, addressSha256, requestedBy, completedAt, services, recordings } = receipt;
  return { erasureId, addressSha256, requestedBy, completedAt, services, recordings };
}

export function showErasure({ kid, ...receipt }: ErasureReceipt & { kid: string | null }): string {
  const { erasureId, addressSha256, requestedBy, completedAt, services, recordings } = receipt;
  const counts = services.flatMap(({ service, counts: of }) =>
    Object.entries(of).map(([what, count]) => ({ service, what, count })),
  );
  return [
    `The receipt is as it was signed, with key ${kid}.`,
    `${erasureId} of the address with the digest ${addressSha256}, asked for by ${requestedBy}, was completed at ${completedAt}:`,
    table(counts, {
      SERVICE: ({ service }) => service,
      ERASED: ({ what }) => what,
      COUNT: ({ count }) => count,
    }),
    ...recordings.map(
      ({ recordingId, receiptId }) => `${recordingId} was deleted with it (${receiptId ?? 'no receipt'}).`,
    ),
  ].join('\n');
}
