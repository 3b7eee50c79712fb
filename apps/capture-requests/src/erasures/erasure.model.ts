import {
  erasedAddressSha256,
  ERASING_SERVICES,
  newId,
  type ErasedFootage,
  type ErasingService,
  type ErasureReceipt,
} from '@capture/contracts';

/** What stands where the name of somebody stood who was erased. */
export const ERASED_NAME = 'Erased person';

const RECEIPT_VERSION = 1;

export type Counts = Record<string, number>;

interface Step {
  service: ErasingService;
  /** ISO 8601; null until the service has erased everything. */
  completedAt: string | null;
  counts: Counts;
}

/** A person to be erased. Its steps are taken one after another; each is safe to repeat. */
export interface Erasure {
  id: string;
  organizationId: string;
  /** In its one form (`addressForm`); null once everything is erased. */
  email: string | null;
  addressSha256: string;
  requestedBy: string;
  ip: string | null;
  requestedAt: Date;
  completedAt: Date | null;
  steps: Step[];
  footage: ErasedFootage[];
  /** JSON text. */
  receipt: string | null;
}

export type NewErasure = Pick<Erasure, 'organizationId' | 'requestedBy'> & { email: string; ip: string };

export function newErasure({ organizationId, email, requestedBy, ip }: NewErasure, now: Date): Erasure {
  const id = newId('erasure');
  return {
    id,
    organizationId,
    email,
    addressSha256: erasedAddressSha256(id, email),
    requestedBy,
    ip,
    requestedAt: now,
    completedAt: null,
    steps: ERASING_SERVICES.map((service) => ({ service, completedAt: null, counts: {} })),
    footage: [],
    receipt: null,
  };
}

/** The service that is to erase next; undefined once all have. */
export function nextStep({ steps }: Erasure): ErasingService | undefined {
  return steps.find(({ completedAt }) => completedAt === null)?.service;
}

/** Adds to what a service has erased so far. */
export function counted(erasure: Erasure, service: ErasingService, counts: Counts): Erasure {
  const steps = erasure.steps.map((step) =>
    step.service === service ? { ...step, counts: sumOf(step.counts, counts) } : step,
  );
  return { ...erasure, steps };
}

/** The service has erased everything. */
export function stepDone(erasure: Erasure, service: ErasingService, now: Date): Erasure {
  const steps = erasure.steps.map((step) =>
    step.service === service ? { ...step, completedAt: now.toISOString() } : step,
  );
  return { ...erasure, steps };
}

/** Everything is erased: the address and the caller's are forgotten. */
export function completed(erasure: Erasure, receipt: string, now: Date): Erasure {
  return { ...erasure, email: null, ip: null, completedAt: now, receipt };
}

/** What is signed. It holds ids, counts and digests only: it stays when everything else about the person is gone. */
export function receiptOf(
  { id: erasureId, organizationId, addressSha256, requestedBy, requestedAt, steps, footage }: Erasure,
  now: Date,
): Omit<ErasureReceipt, 'signature'> {
  const completedAt = now.toISOString();
  return {
    receiptVersion: RECEIPT_VERSION,
    id: newId('deletionReceipt'),
    erasureId,
    organizationId,
    addressSha256,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    completedAt,
    services: steps.map((step) => ({ ...step, completedAt: step.completedAt ?? completedAt })),
    recordings: footage,
  };
}

function sumOf(before: Counts, more: Counts): Counts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, (before[name] ?? 0) + (more[name] ?? 0)]));
}
