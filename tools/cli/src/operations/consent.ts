import type { Command } from 'commander';
import { record } from '../command/output.js';
import { addVerb, ORG, type OrgOption } from '../command/verb.js';

interface ImportOptions extends OrgOption {
  request: string;
  submission: string;
  acceptedAt: string;
  ip: string;
  subject?: string;
}

export function consentVerbs(program: Command): void {
  addVerb(program.command('consent').description('consent records'), {
    name: 'import-legacy',
    description:
      "backfill the consent of a submission that has none, with the request's wording of now; never signed",
    required: [
      ORG,
      ['--request <id>', 'the capture request, crq_…'],
      ['--submission <id>', 'the submission, sub_…'],
      ['--accepted-at <time>', 'when the consent was given, ISO 8601'],
      ['--ip <address>', 'the address it was given from'],
    ],
    optional: [['--subject <name>', "who gave it; the submission's display name without it"]],
    run: (api, { org, request, submission, acceptedAt, ip, subject }: ImportOptions) =>
      api.post('/operator/v1/legacy-consents', {
        body: {
          organizationId: org,
          captureRequestId: request,
          submissionId: submission,
          acceptedAt,
          ipAddress: ip,
          subjectName: subject,
        },
      }),
    show: ({ id, consent }) => record({ submission: id, ...consent }),
  });
}
