import type { Command } from 'commander';
import { record, table } from '../command/output.js';
import { addVerb, ORG, type OrgOption } from '../command/verb.js';

const TOKENS = '/operator/v1/orgs/{organizationId}/scim-tokens';

interface CreateOptions extends OrgOption {
  newMemberRole?: 'producer' | 'viewer';
}

export function scimVerbs(program: Command): void {
  const noun = program
    .command('scim')
    .description('tokens by which the directories of organizations add and remove people (SCIM)');
  addVerb(noun, {
    name: 'create',
    description: 'make a token, which is shown once; two at most',
    required: [ORG],
    optional: [
      ['--new-member-role <role>', 'of people whom the directory adds without one: producer or viewer'],
    ],
    run: (api, { org, newMemberRole }: CreateOptions) =>
      api.post(TOKENS, {
        path: { organizationId: org },
        body: newMemberRole === undefined ? {} : { newMemberRole },
      }),
    show: ({ id, token, baseUrl }) => record({ id, token, 'base URL': baseUrl }),
  });
  addVerb(noun, {
    name: 'list',
    description: 'list the tokens, the newest first',
    required: [ORG],
    run: (api, { org }: OrgOption) => api.get(TOKENS, { path: { organizationId: org } }),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        CREATED: ({ createdAt }) => createdAt,
        'LAST USED': ({ lastUsedAt }) => lastUsedAt ?? 'never',
        'NEW MEMBERS': ({ newMemberRole }) => newMemberRole,
      }),
  });
  addVerb(noun, {
    name: 'end',
    description: 'end a token at once',
    required: [ORG, ['--token <id>', 'its id, sct_…']],
    run: async (api, { org, token }: OrgOption & { token: string }) => {
      await api.delete(`${TOKENS}/{id}`, { path: { organizationId: org, id: token } });
      return { ended: token };
    },
    show: ({ ended }) => `${ended} works no more.`,
  });
}
