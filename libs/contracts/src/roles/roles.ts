import { AppError } from '../errors/app-error.js';

/** What a member is in their organization, from most rights to least. */
export const ROLES = ['owner', 'admin', 'producer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What producers were called by the former release. */
export const FORMER_PRODUCER = 'member';

/** Roles as they are stored and sent between processes. */
export const ROLE_NAMES = [...ROLES, FORMER_PRODUCER] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

export function roleOf(name: RoleName): Role {
  return name === FORMER_PRODUCER ? 'producer' : name;
}

/** Processes of the former release know producers by this name alone, so it is the one that is stored (ADR 30). */
export function roleNameOf(role: Role): RoleName {
  return role === 'producer' ? FORMER_PRODUCER : role;
}

interface ActionEntry {
  /** The least of the roles that may; every role above it may too. */
  from: Role;
  /** For the guide. */
  what: string;
}

/** Who may do what: every call of a member is one of these actions. `docs/guides/roles.md` shows the table. */
export const ACTIONS = {
  'sign_in.own': {
    from: 'viewer',
    what: "See who is signed in and where, sign out, and change one's password, passkeys or second factor",
  },
  'content.read': {
    from: 'viewer',
    what: 'Read requests, rosters, submissions, sessions, recordings and usage; play recordings',
  },
  'media.download': { from: 'producer', what: 'Make download links of recordings' },
  'requests.manage': {
    from: 'producer',
    what: 'Make, change, launch and close every request of the organization, its roster and its links',
  },
  'recordings.manage': { from: 'producer', what: 'Delete recordings' },
  'rooms.host': { from: 'producer', what: 'Open rooms and host them: invite, record, remove guests' },
  'rooms.end': { from: 'producer', what: 'End a room of which one is or was a host' },
  'rooms.end_any': { from: 'admin', what: "End anybody's room, invite to it and remove its guests" },
  'keys.manage': { from: 'admin', what: 'Make, rotate and revoke API keys' },
  'webhooks.manage': { from: 'admin', what: 'Webhook endpoints, their secrets, deliveries and replays' },
  'suppressions.manage': { from: 'admin', what: 'The list of addresses that are not contacted' },
  'people.erase': { from: 'admin', what: 'Erase a person by their e-mail address, and see what was erased' },
  'audit.read': { from: 'admin', what: 'Read the audit log' },
  'organization.change': {
    from: 'admin',
    what: 'Change what the organization is called, how it looks to respondents, and for how long footage is kept',
  },
  'members.manage': { from: 'admin', what: 'Add, change and remove admins, producers and viewers' },
  'owners.manage': { from: 'owner', what: 'Add, change and remove owners' },
  'single_sign_on.manage': {
    from: 'owner',
    what: "Prove that domains of mail are the organization's, and choose the identity provider of their people",
  },
  'organization.delete': { from: 'owner', what: 'Delete the organization' },
} as const satisfies Record<string, ActionEntry>;

export type Action = keyof typeof ACTIONS;

/** A name that is no role, of a row that a later release wrote, may nothing. */
export function may(role: RoleName, action: Action): boolean {
  const rank = ROLES.indexOf(roleOf(role));
  return rank >= 0 && rank <= ROLES.indexOf(ACTIONS[action].from);
}

/** The roles that may, from most rights to least. */
export function rolesFor(action: Action): Role[] {
  return ROLES.filter((role) => may(role, action));
}

/** @throws AppError `insufficient_role` */
export function requireRight(role: RoleName, action: Action): void {
  if (may(role, action)) return;
  const requiredRole = ACTIONS[action].from;
  const detail = `This takes the role ${requiredRole} or one above it in the organization; you are its ${roleOf(role)}.`;
  throw new AppError('insufficient_role', detail, { requiredRole, action });
}
