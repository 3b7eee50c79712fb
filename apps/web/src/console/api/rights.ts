import type { Me } from './queries.js';

/** From most rights to least. */
const ROLES = ['owner', 'admin', 'producer', 'viewer'] as const satisfies Me['member']['role'][];

/** The least role of what these pages offer. The server decides; here it is only what is shown. */
const LEAST = {
  'requests.manage': 'producer',
  'rooms.host': 'producer',
  'media.download': 'producer',
  'recordings.manage': 'producer',
  'keys.manage': 'admin',
  'webhooks.manage': 'admin',
  'suppressions.manage': 'admin',
  'people.erase': 'admin',
  'audit.read': 'admin',
  'organization.change': 'admin',
  'members.manage': 'admin',
  'owners.manage': 'owner',
  'single_sign_on.manage': 'owner',
  'organization.delete': 'owner',
} as const satisfies Record<string, Me['member']['role']>;

export type Right = keyof typeof LEAST;

export function isAllowed({ member }: Me, right: Right): boolean {
  const rank = ROLES.indexOf(member.role);
  return rank >= 0 && rank <= ROLES.indexOf(LEAST[right]);
}
