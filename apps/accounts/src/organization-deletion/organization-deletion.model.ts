import {
  newId,
  ORGANIZATION_SERVICES,
  type OrganizationDeletionFacts,
  type OrganizationService,
} from '@capture/contracts';

const RECEIPT_VERSION = 1;
const DAY_MS = 24 * 60 * 60_000;
/** Longer than a gateway answers by what it remembers of keys and sign-ins: then nobody writes any more. */
const SETTLE_MS = 6_000;

export type Counts = Record<string, number>;

interface Step {
  service: OrganizationService;
  /** ISO 8601; null until nothing was left in the service. */
  completedAt: string | null;
  counts: Counts;
}

/** The deletion of an organization, from when it was asked for. Its steps are taken one after another, each safe to repeat. */
export interface OrganizationDeletion {
  id: string;
  organizationId: string;
  requestedBy: string;
  ip: string | null;
  requestedAt: Date;
  dueAt: Date;
  begunAt: Date | null;
  completedAt: Date | null;
  steps: Step[];
  /** JSON text. */
  receipt: string | null;
}

export type NewOrganizationDeletion = Pick<OrganizationDeletion, 'organizationId' | 'requestedBy'> & {
  ip: string;
  graceDays: number;
};

export function newDeletion(
  { graceDays, ...asked }: NewOrganizationDeletion,
  now: Date,
): OrganizationDeletion {
  return {
    ...asked,
    id: newId('organizationDeletion'),
    requestedAt: now,
    dueAt: new Date(now.getTime() + graceDays * DAY_MS),
    begunAt: null,
    completedAt: null,
    steps: ORGANIZATION_SERVICES.map((service) => ({ service, completedAt: null, counts: {} })),
    receipt: null,
  };
}

/** When the first rows may go: everybody is out by then. */
export function settledAt(begunAt: Date): Date {
  return new Date(begunAt.getTime() + SETTLE_MS);
}

/** The service that is to remove next; undefined once nothing was left in any. */
export function nextStep({ steps }: OrganizationDeletion): OrganizationService | undefined {
  return steps.find(({ completedAt }) => completedAt === null)?.service;
}

/** What a service has removed so far, in all, and whether nothing was left. */
export function stepTaken(
  deletion: OrganizationDeletion,
  service: OrganizationService,
  { done, counts }: { done: boolean; counts: Counts },
  now: Date,
): OrganizationDeletion {
  const completedAt = done ? now.toISOString() : null;
  const steps = deletion.steps.map((step) =>
    step.service === service ? { service, completedAt, counts } : step,
  );
  return { ...deletion, steps };
}

/** Whether a service has removed more than before: counts only rise. */
export function removedMore(
  deletion: OrganizationDeletion,
  service: OrganizationService,
  counts: Counts,
): boolean {
  const before = deletion.steps.find((step) => step.service === service)?.counts ?? {};
  return totalOf(counts) > totalOf(before);
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Nothing is left: the caller's address is forgotten. */
export function completed(deletion: OrganizationDeletion, receipt: string, now: Date): OrganizationDeletion {
  return { ...deletion, ip: null, completedAt: now, receipt };
}

/** What is signed. It holds ids, times and counts only: it stays when everything else is gone. */
export function factsOf(
  { id: deletionId, organizationId, requestedBy, requestedAt, begunAt, steps }: OrganizationDeletion,
  now: Date,
): OrganizationDeletionFacts {
  const completedAt = now.toISOString();
  return {
    receiptVersion: RECEIPT_VERSION,
    id: newId('deletionReceipt'),
    deletionId,
    organizationId,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    begunAt: (begunAt ?? now).toISOString(),
    completedAt,
    services: steps.map((step) => ({ ...step, completedAt: step.completedAt ?? completedAt })),
  };
}
