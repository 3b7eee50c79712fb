import type { Command } from 'commander';
import { record } from '../command/output.js';
import { addVerb, ORG, type OrgOption, wholeNumber } from '../command/verb.js';
import type { Answer, Operation } from '../instance/operator-types.js';

const DELETION = '/operator/v1/orgs/{organizationId}/deletion';

type Deletion = Answer<Operation<'get', typeof DELETION>>;

const at = ({ org }: OrgOption) => ({ path: { organizationId: org } });

function show({ id, organizationId, status, services, ...deletion }: Deletion): string {
  return record({
    id,
    organization: organizationId,
    status,
    'asked for by': deletion.requestedBy,
    'asked for at': deletion.requestedAt,
    'begins at': deletion.dueAt,
    'begun at': deletion.begunAt,
    'completed at': deletion.completedAt,
    ...Object.fromEntries(services.map(({ service, counts }) => [service, counts])),
  });
}

/** The verbs of `org` by which organizations are deleted. */
export function deletionVerbs(noun: Command): void {
  addVerb(noun, {
    name: 'delete',
    description: 'delete an organization from every service, after days in which that can be taken back',
    required: [ORG],
    optional: [['--days <count>', 'days until it begins, 0 for at once; else what the instance is set to']],
    run: (api, { days, ...options }: OrgOption & { days?: string }) =>
      api.post(DELETION, {
        ...at(options),
        body: days === undefined ? {} : { graceDays: wholeNumber(days) },
      }),
    show,
  });
  addVerb(noun, {
    name: 'deletion',
    description: 'show when an organization is deleted, with what each service has removed so far',
    required: [ORG],
    run: (api, options: OrgOption) => api.get(DELETION, at(options)),
    show,
  });
  addVerb(noun, {
    name: 'cancel-deletion',
    description: 'take the deletion of an organization back, before it begins',
    required: [ORG],
    run: async (api, options: OrgOption) => {
      await api.delete(DELETION, at(options));
      return { organizationId: options.org, deletion: null };
    },
    show: ({ organizationId }) => `${organizationId} is not deleted.`,
  });
  addVerb(noun, {
    name: 'deletion-receipt',
    description: 'print the signed receipt of a deletion that is completed, as JSON',
    required: [ORG],
    run: (api, options: OrgOption) => api.get(`${DELETION}/receipt`, at(options)),
    show: (receipt) => JSON.stringify(receipt, null, 2),
  });
}
