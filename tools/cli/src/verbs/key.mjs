import { record, table } from '../output.mjs';
import { addVerb, ORG, orgPath, wholeNumber } from '../verb.mjs';

const KEY = ['--key <id>', 'the key, key_…'];

const COLUMNS = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  MODE: ({ mode }) => mode,
  STATUS: ({ status }) => status,
  STARTS: ({ texts }) => texts.map(({ hint }) => `${hint}…`),
  'LAST USED': ({ lastUsedAt }) => lastUsedAt,
  EXPIRES: ({ expiresAt }) => expiresAt,
  SCOPES: ({ scopes }) => scopes,
};

function show({ id, name, mode, status, scopes, expiresAt, ownerMemberId }) {
  return record({ id, name, mode, status, scopes, expires: expiresAt, owner: ownerMemberId });
}

function showOnce(key) {
  return `${show(key)}\n\n${key.key}\n\nKeep it now: it is not shown again.`;
}

function path(options, rest = '') {
  return orgPath(options, `/keys/${encodeURIComponent(options.key)}${rest}`);
}

export function keyVerbs(program) {
  const noun = program.command('key').description('API keys of an organization');
  addVerb(noun, {
    name: 'create',
    does: 'create a key and show it, once',
    needs: [
      ORG,
      ['--name <name>', 'what it is for'],
      ['--mode <mode>', 'live or test'],
      ['--scopes <list>', 'for instance capture_requests:read,capture_requests:write'],
    ],
    takes: [
      ['--expires-at <timestamp>', 'when it stops, for instance 2027-01-31T12:00:00.000Z'],
      ['--member <member>', "who answers for it, by id or address; the organization's owner without it"],
    ],
    run: (api, options) => {
      const { name, mode, expiresAt, member } = options;
      const scopes = options.scopes.split(',').map((scope) => scope.trim());
      return api.post(orgPath(options, '/keys'), { name, mode, scopes, expiresAt, member });
    },
    show: showOnce,
  });
  addVerb(noun, {
    name: 'list',
    does: 'list the keys, newest first',
    needs: [ORG],
    run: (api, options) => api.list(orgPath(options, '/keys')),
    show: ({ data }) => table(data, COLUMNS),
  });
  addVerb(noun, {
    name: 'rotate',
    does: 'give a key a new text; the earlier one stops after the overlap',
    needs: [ORG, KEY],
    takes: [['--overlap-sec <seconds>', 'how long the earlier text still works (86400 without it)']],
    run: (api, options) => {
      const body = options.overlapSec === undefined ? {} : { overlapSec: wholeNumber(options.overlapSec) };
      return api.post(path(options, '/rotate'), body);
    },
    show: showOnce,
  });
  addVerb(noun, {
    name: 'revoke',
    does: 'stop a key for good, at once',
    needs: [ORG, KEY],
    run: (api, options) => api.post(path(options, '/revoke')),
    show,
  });
}
