import type { Command } from 'commander';
import { record, table } from '../command/output.js';
import { addVerb, type Flag, ORG, type OrgOption, wholeNumber } from '../command/verb.js';
import type { Answer, Item, Operation } from '../instance/operator-types.js';

const KEYS = '/operator/v1/orgs/{organizationId}/keys';
const ONE = `${KEYS}/{keyId}` as const;
const KEY: Flag = ['--key <id>', 'the key, key_…'];

interface KeyOptions extends OrgOption {
  key: string;
}

interface CreateOptions extends OrgOption {
  name: string;
  mode: string;
  scopes: string;
  expiresAt?: string;
  member?: string;
}

const one = ({ org, key }: KeyOptions) => ({ path: { organizationId: org, keyId: key } });

function show({ id, name, mode, status, scopes, expiresAt, ownerMemberId }: Item<typeof KEYS>): string {
  return record({ id, name, mode, status, scopes, expires: expiresAt, owner: ownerMemberId });
}

function showOnce(key: Answer<Operation<'post', typeof KEYS>>): string {
  return `${show(key)}\n\n${key.key}\n\nKeep it now: it is not shown again.`;
}

function createVerb(noun: Command): void {
  addVerb(noun, {
    name: 'create',
    description: 'create a key and show it, once',
    required: [
      ORG,
      ['--name <name>', 'what it is for'],
      ['--mode <mode>', 'live or test'],
      ['--scopes <list>', 'for instance capture_requests:read,capture_requests:write'],
    ],
    optional: [
      ['--expires-at <timestamp>', 'when it stops, for instance 2027-01-31T12:00:00.000Z'],
      ['--member <member>', "who answers for it, by id or address; the organization's owner without it"],
    ],
    run: (api, options: CreateOptions) => {
      const { org, name, mode, expiresAt, member } = options;
      const scopes = options.scopes.split(',').map((scope) => scope.trim());
      return api.post(KEYS, {
        path: { organizationId: org },
        body: { name, mode, scopes, expiresAt, member },
      });
    },
    show: showOnce,
  });
}

export function keyVerbs(program: Command): void {
  const noun = program.command('key').description('API keys of an organization');
  createVerb(noun);
  addVerb(noun, {
    name: 'list',
    description: 'list the keys, newest first',
    required: [ORG],
    run: (api, { org }: OrgOption) => api.list(KEYS, { path: { organizationId: org } }),
    show: ({ data }) =>
      table(data, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        MODE: ({ mode }) => mode,
        STATUS: ({ status }) => status,
        STARTS: ({ texts }) => texts.map(({ hint }) => `${hint}…`),
        'LAST USED': ({ lastUsedAt }) => lastUsedAt,
        EXPIRES: ({ expiresAt }) => expiresAt,
        SCOPES: ({ scopes }) => scopes,
      }),
  });
  addVerb(noun, {
    name: 'rotate',
    description: 'give a key a new text; the earlier one stops after the overlap',
    required: [ORG, KEY],
    optional: [['--overlap-sec <seconds>', 'how long the earlier text still works (86400 without it)']],
    run: (api, options: KeyOptions & { overlapSec?: string }) => {
      const body = options.overlapSec === undefined ? {} : { overlapSec: wholeNumber(options.overlapSec) };
      return api.post(`${ONE}/rotate`, { ...one(options), body });
    },
    show: showOnce,
  });
  addVerb(noun, {
    name: 'revoke',
    description: 'stop a key for good, at once',
    required: [ORG, KEY],
    run: (api, options: KeyOptions) => api.post(`${ONE}/revoke`, one(options)),
    show,
  });
}
