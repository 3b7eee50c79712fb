import type { Command } from 'commander';
import { record, table } from '../command/output.js';
import { addVerb, type Flag, ORG, type OrgOption } from '../command/verb.js';

const MEMBERS = '/operator/v1/orgs/{organizationId}/members';
const EMAIL: Flag = ['--email <address>', 'the person'];

interface MemberOptions extends OrgOption {
  email: string;
}

const one = ({ org, email }: MemberOptions) => ({ path: { organizationId: org, member: email } });

export function memberVerbs(program: Command): void {
  const noun = program.command('member').description('people of an organization');
  addVerb(noun, {
    name: 'add',
    description: 'add a person',
    required: [ORG, EMAIL],
    optional: [['--role <role>', 'owner, admin, producer or viewer (producer without it)']],
    run: (api, { org, email, role }: MemberOptions & { role?: string }) =>
      api.post(MEMBERS, { path: { organizationId: org }, body: { email, role } }),
    show: ({ id, email, role }) => record({ id, email, role }),
  });
  addVerb(noun, {
    name: 'set-role',
    description: 'give a person another role; it ends their sign-ins',
    required: [ORG, EMAIL, ['--role <role>', 'owner, admin, producer or viewer']],
    run: (api, { role, ...options }: MemberOptions & { role: string }) =>
      api.patch(`${MEMBERS}/{member}`, { ...one(options), body: { role } }),
    show: ({ id, email, role }) => record({ id, email, role }),
  });
  addVerb(noun, {
    name: 'remove',
    description: 'remove a person; their keys stay and can no longer open sessions',
    required: [ORG, EMAIL],
    run: async (api, options: MemberOptions) => {
      await api.delete(`${MEMBERS}/{member}`, one(options));
      return { removed: options.email };
    },
    show: ({ removed }) => `${removed} is no longer a member.`,
  });
  addVerb(noun, {
    name: 'invite',
    description: 'make the link by which a person chooses a password for the console, once, within 72 h',
    required: [ORG, EMAIL],
    run: (api, options: MemberOptions) => api.post(`${MEMBERS}/{member}/password-link`, one(options)),
    show: ({ link, expiresAt }) =>
      `${link}\n\nGood until ${expiresAt}. Whoever has it can choose the password.`,
  });
  addResetVerb(noun);
  addVerb(noun, {
    name: 'list',
    description: 'list the people, newest first',
    required: [ORG],
    run: (api, { org }: OrgOption) => api.list(MEMBERS, { path: { organizationId: org } }),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        EMAIL: ({ email }) => email,
        ROLE: ({ role }) => role,
        SINCE: ({ createdAt }) => createdAt,
      }),
  });
}

function addResetVerb(noun: Command): void {
  addVerb(noun, {
    name: 'reset-second-factor',
    description:
      'remove the second factor of a person who lost it, their recovery codes and passkeys; it ends their sign-ins',
    required: [ORG, EMAIL],
    run: async (api, options: MemberOptions) => {
      await api.delete(`${MEMBERS}/{member}/second-factor`, one(options));
      return { reset: options.email };
    },
    show: ({ reset }) => `${reset} signs in with the password alone, and can set up a second factor again.`,
  });
}
