// The document of the console's API: what services declare, joined with what the gateway's table says of each route.
import { rolesFor } from '@capture/contracts';
import type { Components, Operation, Route, Served } from '../document.js';
import { withoutErrors } from '../errors/error-codes.js';
import { reachable } from '../merge.js';
import { pathsOf, tagsOf } from './paths.js';
import { PROBLEM_SCHEMA } from '../errors/problems.js';
import { HEADERS, parametersOf, responsesOf } from './public-document.js';

const DESCRIPTION = `For the pages of an instance: people sign in and are recognised by a cookie, \`__Host-capture\`, or
\`capture_console\` on an instance without https. Programs use an API key instead, below \`/api/v1\`.

Every call but \`GET\` has to come from a page of the instance: with \`Sec-Fetch-Site: same-origin\`, which browsers set,
or an \`Origin\` equal to that of \`CAPTURE_PUBLIC_URL\`, and its body as \`application/json\`. Otherwise it is refused
with [cross_site](/api/docs/errors/cross_site). A member whose role does not permit a call gets
[insufficient_role](/api/docs/errors/insufficient_role), and one whose plan lacks the feature
[upgrade_required](/api/docs/errors/upgrade_required). Each POST of a member takes an \`Idempotency-Key\`, as of an API key. A page that sends the
id of the organization that it shows as \`X-Capture-Organization\` is refused with
[other_organization](/api/docs/errors/other_organization) once its browser has entered another one.

\`GET /console/api/changes\` is no route of this document: a stream of server-sent events that says what is to be read anew.`;

const COOKIE = { type: 'apiKey', in: 'cookie', name: '__Host-capture', description: 'Set by signing in' };
const SET_COOKIE = { 'Set-Cookie': { description: 'The cookie, or its end', schema: { type: 'string' } } };
const SETS_COOKIE = new Set([
  'POST /console/api/sign-in',
  'POST /console/api/sign-out',
  'POST /console/api/sign-out-everywhere',
  'DELETE /console/api/sign-ins/{id}',
]);

function operationOf(row: Route, operation: Operation, components: Components): Operation {
  const responses = responsesOf(row, operation, components);
  if (SETS_COOKIE.has(`${row.method} ${row.path}`))
    for (const [status, response] of Object.entries(responses))
      if (Number(status) < 400) response.headers = { ...response.headers, ...SET_COOKIE };
  return {
    ...withoutErrors(operation),
    parameters: parametersOf(row, operation),
    responses,
    security: row.action ? [{ cookie: [] }] : [],
    'x-capture': row.action
      ? {
          auth: 'member',
          budget: 'console',
          action: row.action,
          ...(row.feature ? { feature: row.feature } : {}),
          roles: rolesFor(row.action),
        }
      : { auth: 'public' },
  };
}

export function consoleDocument(rows: readonly Route[], { operations, schemas }: Served) {
  const components: Components = { responses: {} };
  const paths = pathsOf(rows, operations, (row, operation) => operationOf(row, operation, components));
  return {
    openapi: '3.1.0',
    info: { title: 'Capture console API', version: 'v1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: reachable({ paths, components }, { ...schemas, Problem: PROBLEM_SCHEMA }),
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: { cookie: COOKIE },
    },
  };
}
