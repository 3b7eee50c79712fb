import type { Command } from 'commander';
import { record, table } from '../command/output.js';
import { addVerb, type Flag, ORG, type OrgOption } from '../command/verb.js';

const SUPPRESSIONS = '/operator/v1/orgs/{organizationId}/suppressions';
const EMAIL: Flag = ['--email <address>', 'the address'];

interface AddressOptions extends OrgOption {
  email: string;
}

export function suppressionVerbs(program: Command): void {
  const noun = program.command('suppression').description('addresses that must not be contacted');
  addVerb(noun, {
    name: 'add',
    description: 'put an address on the list',
    required: [ORG, EMAIL],
    optional: [['--reason <reason>', 'unsubscribed, bounced or complained (unsubscribed without it)']],
    run: (api, { org, email, reason }: AddressOptions & { reason?: string }) =>
      api.post(SUPPRESSIONS, { path: { organizationId: org }, body: { email, reason } }),
    show: ({ email, reason }) => record({ email, reason }),
  });
  addVerb(noun, {
    name: 'list',
    description: 'list the addresses, in alphabetical order',
    required: [ORG],
    run: (api, { org }: OrgOption) => api.list(SUPPRESSIONS, { path: { organizationId: org } }),
    show: ({ data }) =>
      table(data, {
        EMAIL: ({ email }) => email,
        REASON: ({ reason }) => reason,
        SINCE: ({ createdAt }) => createdAt,
      }),
  });
  addVerb(noun, {
    name: 'remove',
    description: 'take an address off the list',
    required: [ORG, EMAIL],
    run: async (api, { org, email }: AddressOptions) => {
      await api.delete(`${SUPPRESSIONS}/{email}`, { path: { organizationId: org, email } });
      return { removed: email };
    },
    show: ({ removed }) => `${removed} may be contacted again.`,
  });
}
