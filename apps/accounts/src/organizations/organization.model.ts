/** What an organization is and may do, beside what its plan says. */
export interface Organization {
  id: string;
  name: string;
  plan: string;
  /** The plan has lapsed: reads work, collecting does not. */
  paused: boolean;
  /** Replaces the plan's included seconds per month; null keeps the plan's. */
  allowanceSec: number | null;
  /** Days footage is kept; null keeps it. */
  retentionDays: number | null;
  /** What respondents read instead of the name; null shows the name. */
  displayName: string | null;
  /** #rrggbb, in lower case. */
  colour: string | null;
  /** SHA-256 of the logo, by which its URL names it. */
  logo: string | null;
  /** When it is to be deleted; null while nobody has asked for that. */
  deletionAt: Date | null;
  /** Since when it is being deleted; nothing of it is changed any more. */
  closedAt: Date | null;
  /** Rises with every change. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

const CHANGEABLE = [
  'name',
  'plan',
  'paused',
  'allowanceSec',
  'retentionDays',
  'displayName',
  'colour',
  'logo',
] as const;

export type OrganizationChange = Partial<Pick<Organization, (typeof CHANGEABLE)[number]>>;

export function newOrganization(id: string, name: string, plan: string, now: Date): Organization {
  const open = { paused: false, allowanceSec: null, retentionDays: null, revision: 1 };
  const branding = { displayName: null, colour: null, logo: null };
  const deletion = { deletionAt: null, closedAt: null };
  return { id, name, plan, ...open, ...branding, ...deletion, createdAt: now, updatedAt: now };
}

/**
 * The organization after `wanted`, and the fields that differ. Where none differs the revision stays, so that no event is
 * published.
 */
export function changed(
  organization: Organization,
  wanted: OrganizationChange,
  now: Date,
): { organization: Organization; changes: OrganizationChange } {
  const changes = Object.fromEntries(
    CHANGEABLE.filter((field) => wanted[field] !== undefined && wanted[field] !== organization[field]).map(
      (field) => [field, wanted[field]],
    ),
  ) as OrganizationChange;
  if (Object.keys(changes).length === 0) return { organization, changes };
  const revision = organization.revision + 1;
  return { organization: { ...organization, ...changes, revision, updatedAt: now }, changes };
}
