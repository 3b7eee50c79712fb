import { record, table } from '../output.mjs';
import { addVerb, ORG, orgPath } from '../verb.mjs';

const EMAIL = ['--email <address>', 'the address'];

export function suppressionVerbs(program) {
  const noun = program.command('suppression').description('addresses that must not be contacted');
  addVerb(noun, {
    name: 'add',
    does: 'put an address on the list',
    needs: [ORG, EMAIL],
    takes: [['--reason <reason>', 'unsubscribed, bounced or complained (unsubscribed without it)']],
    run: (api, options) => {
      const { email, reason } = options;
      return api.post(orgPath(options, '/suppressions'), { email, reason });
    },
    show: ({ email, reason }) => record({ email, reason }),
  });
  addVerb(noun, {
    name: 'list',
    does: 'list the addresses, in alphabetical order',
    needs: [ORG],
    run: (api, options) => api.list(orgPath(options, '/suppressions')),
    show: ({ data }) =>
      table(data, {
        EMAIL: ({ email }) => email,
        REASON: ({ reason }) => reason,
        SINCE: ({ createdAt }) => createdAt,
      }),
  });
  addVerb(noun, {
    name: 'remove',
    does: 'take an address off the list',
    needs: [ORG, EMAIL],
    run: async (api, options) => {
      await api.delete(orgPath(options, `/suppressions/${encodeURIComponent(options.email)}`));
      return { removed: options.email };
    },
    show: ({ removed }) => `${removed} may be contacted again.`,
  });
}
