import { record } from '../output.mjs';
import { addVerb, ORG } from '../verb.mjs';

export function consentVerbs(program) {
  addVerb(program.command('consent').description('consent records'), {
    name: 'import-legacy',
    does: "backfill the consent of a submission that has none, with the request's wording of now; never signed",
    needs: [
      ORG,
      ['--request <id>', 'the capture request, crq_…'],
      ['--submission <id>', 'the submission, sub_…'],
      ['--accepted-at <time>', 'when the consent was given, ISO 8601'],
      ['--ip <address>', 'the address it was given from'],
    ],
    takes: [['--subject <name>', "who gave it; the submission's display name without it"]],
    run: (api, { org, request, submission, acceptedAt, ip, subject }) =>
      api.post('/legacy-consents', {
        organizationId: org,
        captureRequestId: request,
        submissionId: submission,
        acceptedAt,
        ipAddress: ip,
        subjectName: subject,
      }),
    show: ({ id, consent }) => record({ submission: id, ...consent }),
  });
}
