import { table } from '../output.mjs';
import { addVerb } from '../verb.mjs';

function outboxVerbs(program) {
  const noun = program.command('outbox').description('events between the services');
  addVerb(noun, {
    name: 'status',
    does: 'show what waits to be published, and what was given up',
    run: (api) => api.get('/outbox'),
    show: ({ data }) =>
      table(data, {
        SERVICE: ({ service }) => service,
        WAITING: ({ pending }) => pending,
        'OLDEST (S)': ({ oldestAgeSec }) => oldestAgeSec,
        PUBLISHED: ({ published }) => published,
        'DEAD LETTERS': ({ deadLetters }) => deadLetters,
        ERROR: ({ error }) => error,
      }),
  });
  addVerb(noun, {
    name: 'redrive',
    does: 'hand dead letters to their consumers again',
    takes: [['--events <list>', 'ids of events, evt_…,evt_…; every dead letter without it']],
    run: (api, { events }) =>
      api.post('/outbox/redrive', events === undefined ? {} : { eventIds: events.split(',') }),
    show: ({ data }) =>
      table(data, {
        SERVICE: ({ service }) => service,
        TAKEN: ({ redriven }) => redriven,
        'FAILED AGAIN': ({ failed }) => failed,
        ERROR: ({ error }) => error,
      }),
  });
}

function uploadVerbs(program) {
  const noun = program.command('upload').description('takes on their way');
  addVerb(noun, {
    name: 'list',
    does: 'list uploads in a state, newest first',
    takes: [
      ['--stranded', 'those that stopped arriving; the default'],
      ['--state <state>', 'open, stranded, processing, failed, completed, aborted or removed'],
    ],
    run: (api, { state = 'stranded' }) => api.list(`/uploads?state=${encodeURIComponent(state)}`),
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
    does: 'read the file of a completed upload again, when that failed or hangs',
    needs: [['--upload <id>', 'the upload, upl_…']],
    run: (api, { upload }) => api.post(`/uploads/${encodeURIComponent(upload)}/redrive`),
    show: ({ id, state, failure }) =>
      failure === null ? `${id} is ${state}.` : `${id} is ${state}. Last failure: ${failure}`,
  });
}

/** Looking after a running instance. */
export function operationVerbs(program) {
  outboxVerbs(program);
  uploadVerbs(program);
}
