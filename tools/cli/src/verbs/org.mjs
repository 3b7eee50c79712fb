import { record, table } from '../output.mjs';
import { addVerb, ORG, orgPath, wholeNumber } from '../verb.mjs';

const COLUMNS = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  PLAN: ({ plan }) => plan,
  STATE: ({ paused }) => (paused ? 'paused' : 'active'),
  'INCLUDED SECONDS': ({ allowance }) => allowance.includedSec,
  'RETENTION DAYS': ({ retentionDays }) => retentionDays,
};

function show(org) {
  const { id, name, plan, paused, features, limits, allowance, retentionDays, owner } = org;
  return record({
    id,
    name,
    plan,
    state: paused ? 'paused' : 'active',
    features,
    limits,
    'included seconds': `${allowance.includedSec}${allowance.overridden ? ' (set for this organization)' : ''}`,
    'retention days': retentionDays,
    ...(owner ? { owner: `${owner.email} (${owner.id})` } : {}),
  });
}

/** A whole number, or "none" to clear what was set. */
function orNone(text) {
  return text === 'none' ? null : wholeNumber(text);
}

export function orgVerbs(program) {
  const noun = program.command('org').description('organizations');
  addVerb(noun, {
    name: 'create',
    does: 'create an organization and its owner',
    needs: [
      ['--name <name>', 'its name'],
      ['--plan <plan>', 'free, team or platform'],
    ],
    takes: [['--owner-email <address>', 'address of its owner; one that takes no mail without it']],
    run: (api, { name, plan, ownerEmail }) => api.post('/orgs', { name, plan, ownerEmail }),
    show,
  });
  addVerb(noun, {
    name: 'list',
    does: 'list organizations, newest first',
    run: (api) => api.list('/orgs'),
    show: ({ data }) => table(data, COLUMNS),
  });
  addVerb(noun, {
    name: 'get',
    does: 'show one organization',
    needs: [ORG],
    run: (api, options) => api.get(orgPath(options)),
    show,
  });
  const changes = [
    [
      'set-plan',
      'move to another plan',
      [['--plan <plan>', 'free, team or platform']],
      ({ plan }) => ({ plan }),
    ],
    ['pause', 'pause: reads work, collecting does not', [], () => ({ paused: true })],
    ['resume', 'end the pause', [], () => ({ paused: false })],
    [
      'set-allowance',
      'set the included seconds per month',
      [['--seconds <count>', 'seconds, or "none" for what the plan includes']],
      ({ seconds }) => ({ allowanceSec: orNone(seconds) }),
    ],
    [
      'set-retention',
      'set how long footage is kept',
      [['--days <count>', 'days, or "none" to keep it']],
      ({ days }) => ({ retentionDays: orNone(days) }),
    ],
  ];
  for (const [name, does, needs, body] of changes) {
    const run = (api, options) => api.patch(orgPath(options), body(options));
    addVerb(noun, { name, does, needs: [ORG, ...needs], run, show });
  }
  addVerb(program.command('audit').description('the log of changes'), {
    name: 'list',
    does: 'list the changes to an organization, newest first',
    needs: [ORG],
    run: (api, options) => api.list(orgPath(options, '/audit-log')),
    show: ({ data }) =>
      table(data, {
        AT: ({ at }) => at,
        WHO: ({ actor }) => actor,
        FROM: ({ ip }) => ip,
        WHAT: ({ action }) => action,
        SUBJECT: ({ subject }) => subject,
        DETAIL: ({ detail }) => detail,
      }),
  });
}
