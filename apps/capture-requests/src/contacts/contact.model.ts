import { AppError, newId, requireAddressForm } from '@capture/contracts';

export interface Contact {
  id: string;
  organizationId: string;
  captureRequestId: string;
  email: string;
  name: string;
  linkVersion: number;
  createdAt: Date;
  lastSubmissionAt: Date | null;
}

export interface Invitee {
  email: string;
  name: string;
}

/** Addresses whose one form is equal belong to one person. */
export const emailKey = requireAddressForm;

/** Keeps the first entry of each address. */
export function distinct(invitees: Invitee[]): Invitee[] {
  const byKey = new Map<string, Invitee>();
  for (const invitee of invitees)
    if (!byKey.has(emailKey(invitee.email))) byKey.set(emailKey(invitee.email), invitee);
  return [...byKey.values()];
}

/**
 * Makes contacts of all invitees or of none.
 * @throws AppError contact_cap with the cap and the count at present.
 */
export function enroll(
  request: { id: string; organizationId: string; contactCount: number },
  invitees: Invitee[],
  rosterCap: number,
  now: Date,
): Contact[] {
  if (request.contactCount + invitees.length > rosterCap) {
    throw new AppError(
      'contact_cap',
      `The roster holds ${request.contactCount} of ${rosterCap} contacts; ${invitees.length} more do not fit. None was added.`,
      { cap: rosterCap, count: request.contactCount },
    );
  }
  return invitees.map(({ email, name }) => ({
    id: newId('contact'),
    organizationId: request.organizationId,
    captureRequestId: request.id,
    email,
    name,
    linkVersion: 1,
    createdAt: now,
    lastSubmissionAt: null,
  }));
}
