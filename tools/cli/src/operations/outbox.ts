import type { Command } from 'commander';
import { table } from '../command/output.js';
import { addVerb } from '../command/verb.js';

/** A member that only some of the rows have: a service that did not answer has an error in place of its numbers. */
const member = (name: string) => (row: object) => (row as Record<string, unknown>)[name];

export function outboxVerbs(program: Command): void {
  const noun = program.command('outbox').description('events between the services');
  addVerb(noun, {
    name: 'status',
    description: 'show what waits to be published, and what was given up',
    run: (api) => api.get('/operator/v1/outbox'),
    show: ({ data }) =>
      table(data, {
        SERVICE: ({ service }) => service,
        WAITING: member('pending'),
        'OLDEST (S)': member('oldestAgeSec'),
        PUBLISHED: member('published'),
        'DEAD LETTERS': member('deadLetters'),
        ERROR: member('error'),
      }),
  });
  addVerb(noun, {
    name: 'redrive',
    description: 'hand dead letters to their consumers again',
    optional: [['--events <list>', 'ids of events, evt_…,evt_…; every dead letter without it']],
    run: (api, { events }: { events?: string }) => {
      const body = events === undefined ? {} : { eventIds: events.split(',') };
      return api.post('/operator/v1/outbox/redrive', { body });
    },
    show: ({ data }) =>
      table(data, {
        SERVICE: ({ service }) => service,
        TAKEN: member('redriven'),
        'FAILED AGAIN': member('failed'),
        ERROR: member('error'),
      }),
  });
}
