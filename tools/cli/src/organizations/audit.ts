import type { Command } from 'commander';
import { table } from '../command/output.js';
import { addVerb, ORG, type OrgOption } from '../command/verb.js';

export function auditVerbs(program: Command): void {
  addVerb(program.command('audit').description('the log of changes'), {
    name: 'list',
    description: 'list the changes to an organization, newest first',
    required: [ORG],
    run: (api, { org }: OrgOption) =>
      api.list('/operator/v1/orgs/{organizationId}/audit-log', { path: { organizationId: org } }),
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
