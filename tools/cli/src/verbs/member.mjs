import { record, table } from '../output.mjs';
import { addVerb, ORG, orgPath } from '../verb.mjs';

const EMAIL = ['--email <address>', 'the person'];

export function memberVerbs(program) {
  const noun = program.command('member').description('people of an organization');
  addVerb(noun, {
    name: 'add',
    does: 'add a person',
    needs: [ORG, EMAIL],
    takes: [['--role <role>', 'owner or member (member without it)']],
    run: (api, options) =>
      api.post(orgPath(options, '/members'), { email: options.email, role: options.role }),
    show: ({ id, email, role }) => record({ id, email, role }),
  });
  addVerb(noun, {
    name: 'remove',
    does: 'remove a person; their keys stay and can no longer open sessions',
    needs: [ORG, EMAIL],
    run: async (api, options) => {
      await api.delete(orgPath(options, `/members/${encodeURIComponent(options.email)}`));
      return { removed: options.email };
    },
    show: ({ removed }) => `${removed} is no longer a member.`,
  });
  addVerb(noun, {
    name: 'invite',
    does: 'make the link by which a person chooses a password for the console, once, within 72 h',
    needs: [ORG, EMAIL],
    run: (api, options) =>
      api.post(orgPath(options, `/members/${encodeURIComponent(options.email)}/password-link`)),
    show: ({ link, expiresAt }) =>
      `${link}\n\nGood until ${expiresAt}. Whoever has it can choose the password.`,
  });
  addVerb(noun, {
    name: 'list',
    does: 'list the people, newest first',
    needs: [ORG],
    run: (api, options) => api.list(orgPath(options, '/members')),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        EMAIL: ({ email }) => email,
        ROLE: ({ role }) => role,
        SINCE: ({ createdAt }) => createdAt,
      }),
  });
}
