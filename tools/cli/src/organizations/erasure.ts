import type { Command } from 'commander';
import { record, table } from '../command/output.js';
import { addVerb, ORG, type Flag, type OrgOption } from '../command/verb.js';
import type { Item } from '../instance/operator-types.js';

const ERASURES = '/operator/v1/orgs/{organizationId}/erasures';
const ERASURE: Flag = ['--erasure <id>', 'the erasure, ers_…'];

type Erasure = Item<typeof ERASURES>;

interface ErasureOptions extends OrgOption {
  erasure: string;
}

const one = ({ org, erasure }: ErasureOptions) => ({ path: { organizationId: org, id: erasure } });

function show({ id, status, requestedBy, requestedAt, completedAt, services }: Erasure): string {
  const erased = Object.fromEntries(services.map(({ service, counts }) => [service, counts]));
  return record({
    id,
    status,
    'asked for by': requestedBy,
    'asked for at': requestedAt,
    'completed at': completedAt,
    ...erased,
  });
}

export function erasureVerbs(program: Command): void {
  const noun = program.command('erasure').description('people erased by e-mail address');
  addVerb(noun, {
    name: 'create',
    description: 'erase a person from an organization, in every service; cannot be undone',
    required: [ORG, ['--email <address>', 'their address, in any spelling']],
    run: (api, { org, email }: OrgOption & { email: string }) =>
      api.post(ERASURES, { path: { organizationId: org }, body: { email } }),
    show,
  });
  addVerb(noun, {
    name: 'list',
    description: 'list erasures, newest first',
    required: [ORG],
    run: (api, { org }: OrgOption) => api.list(ERASURES, { path: { organizationId: org } }),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        STATUS: ({ status }) => status,
        'ASKED FOR BY': ({ requestedBy }) => requestedBy,
        'ASKED FOR AT': ({ requestedAt }) => requestedAt,
        'COMPLETED AT': ({ completedAt }) => completedAt,
      }),
  });
  addVerb(noun, {
    name: 'get',
    description: 'show one erasure, with what each service has erased so far',
    required: [ORG, ERASURE],
    run: (api, options: ErasureOptions) => api.get(`${ERASURES}/{id}`, one(options)),
    show,
  });
  addVerb(noun, {
    name: 'receipt',
    description: 'print the signed receipt of an erasure that is completed, as JSON',
    required: [ORG, ERASURE],
    run: (api, options: ErasureOptions) => api.get(`${ERASURES}/{id}/receipt`, one(options)),
    show: (receipt) => JSON.stringify(receipt, null, 2),
  });
}
