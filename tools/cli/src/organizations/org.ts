import type { Command } from 'commander';
import { record, table } from '../command/output.js';
import { addVerb, ORG, type OrgOption, wholeNumber } from '../command/verb.js';
import type { Call, Item, Operation } from '../instance/operator-types.js';
import { deletionVerbs } from './deletion.js';

const ORGS = '/operator/v1/orgs';
const ONE = '/operator/v1/orgs/{organizationId}';

type Organization = Item<typeof ORGS>;
type Changes = Call<Operation<'patch', typeof ONE>>['body'];

const one = ({ org }: OrgOption) => ({ path: { organizationId: org } });

function show(organization: Organization & { owner?: { email: string; id: string } }): string {
  const { id, name, plan, paused, features, limits, allowance, retentionDays, deletionAt, owner } =
    organization;
  return record({
    id,
    name,
    plan,
    state: paused ? 'paused' : 'active',
    features,
    limits,
    'included seconds': `${allowance.includedSec}${allowance.overridden ? ' (set for this organization)' : ''}`,
    'retention days': retentionDays,
    'deleted at': deletionAt,
    ...(owner ? { owner: `${owner.email} (${owner.id})` } : {}),
  });
}

/** A whole number, or "none" to clear what was set. */
function orNone(text: string): number | null {
  return text === 'none' ? null : wholeNumber(text);
}

function changeVerbs(noun: Command): void {
  const change = <Options>(
    name: string,
    description: string,
    required: [string, string][],
    changes: (options: Options) => Changes,
  ): void =>
    addVerb(noun, {
      name,
      description,
      required: [ORG, ...required],
      run: (api, options: Options & OrgOption) => api.patch(ONE, { ...one(options), body: changes(options) }),
      show,
    });
  change(
    'set-plan',
    'move to another plan',
    [['--plan <plan>', 'free, team or platform']],
    ({ plan }: { plan: string }) => ({ plan }),
  );
  change('pause', 'pause: reads work, collecting does not', [], () => ({ paused: true }));
  change('resume', 'end the pause', [], () => ({ paused: false }));
  change(
    'set-allowance',
    'set the included seconds per month',
    [['--seconds <count>', 'seconds, or "none" for what the plan includes']],
    ({ seconds }: { seconds: string }) => ({ allowanceSec: orNone(seconds) }),
  );
  change(
    'set-retention',
    'set how long footage is kept',
    [['--days <count>', 'days, or "none" to keep it']],
    ({ days }: { days: string }) => ({ retentionDays: orNone(days) }),
  );
}

export function orgVerbs(program: Command): void {
  const noun = program.command('org').description('organizations');
  addVerb(noun, {
    name: 'create',
    description: 'create an organization and its owner',
    required: [
      ['--name <name>', 'its name'],
      ['--plan <plan>', 'free, team or platform'],
    ],
    optional: [['--owner-email <address>', 'address of its owner; one that takes no mail without it']],
    run: (api, { name, plan, ownerEmail }: { name: string; plan: string; ownerEmail?: string }) =>
      api.post(ORGS, { body: { name, plan, ownerEmail } }),
    show,
  });
  addVerb(noun, {
    name: 'list',
    description: 'list organizations, newest first',
    run: (api) => api.list(ORGS),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        PLAN: ({ plan }) => plan,
        STATE: ({ paused }) => (paused ? 'paused' : 'active'),
        'INCLUDED SECONDS': ({ allowance }) => allowance.includedSec,
        'RETENTION DAYS': ({ retentionDays }) => retentionDays,
      }),
  });
  addVerb(noun, {
    name: 'get',
    description: 'show one organization',
    required: [ORG],
    run: (api, options: OrgOption) => api.get(ONE, one(options)),
    show,
  });
  changeVerbs(noun);
  deletionVerbs(noun);
}
