import type { Command } from 'commander';
import { table } from '../command/output.js';
import { addVerb } from '../command/verb.js';

export function uploadVerbs(program: Command): void {
  const noun = program.command('upload').description('takes on their way');
  addVerb(noun, {
    name: 'list',
    description: 'list uploads in a state, newest first',
    optional: [
      ['--stranded', 'those that stopped arriving; the default'],
      ['--state <state>', 'open, stranded, processing, failed, completed, aborted or removed'],
    ],
    run: (api, { state = 'stranded' }: { state?: string }) =>
      api.list('/operator/v1/uploads', { query: { state } }),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        ORGANIZATION: ({ organizationId }) => organizationId,
        STATE: ({ state }) => state,
        KIND: ({ kind }) => kind,
        BYTES: ({ sizeBytes }) => sizeBytes,
        'LAST ACTIVITY': ({ lastActivityAt }) => lastActivityAt,
        FAILURE: ({ failure }) => failure,
      }),
  });
  addVerb(noun, {
    name: 'redrive',
    description: 'read the file of a completed upload again, when that failed or hangs',
    required: [['--upload <id>', 'the upload, upl_…']],
    run: (api, { upload }: { upload: string }) =>
      api.post('/operator/v1/uploads/{uploadId}/redrive', { path: { uploadId: upload } }),
    show: ({ id, state, failure }) =>
      failure === null ? `${id} is ${state}.` : `${id} is ${state}. Last failure: ${failure}`,
  });
}
