// The document of the console's API: what services declare, joined with what the gateway's table says of each route.
import { reachable, shapeOf } from './merge.mjs';
import { PROBLEM_SCHEMA } from './problems.mjs';
import { HEADERS, responsesOf } from './public-document.mjs';

const DESCRIPTION = `For the pages of an instance: people sign in and are recognised by a cookie, \`__Host-capture\`, or
\`capture_console\` on an instance without https. Programs use an API key instead, below \`/api/v1\`.

Every call but \`GET\` has to come from a page of the instance: with \`Sec-Fetch-Site: same-origin\`, which browsers set,
or an \`Origin\` equal to that of \`CAPTURE_PUBLIC_URL\`, and its body as \`application/json\`. Otherwise it is refused
with [cross_site](/api/docs/errors/cross_site).`;

const COOKIE = { type: 'apiKey', in: 'cookie', name: '__Host-capture', description: 'Set by signing in' };
const SET_COOKIE = { 'Set-Cookie': { description: 'The cookie, or its end', schema: { type: 'string' } } };
const SETS_COOKIE = new Set(['/console/api/sign-in', '/console/api/sign-out']);

function operationOf(row, operation, components) {
  const responses = responsesOf(row, operation, components);
  if (SETS_COOKIE.has(row.path))
    for (const [status, response] of Object.entries(responses))
      if (Number(status) < 400) response.headers = { ...response.headers, ...SET_COOKIE };
  const member = row.auth === 'member';
  return {
    ...operation,
    responses,
    security: member ? [{ cookie: [] }] : [],
    'x-capture': member ? { auth: 'member', budget: 'console' } : { auth: 'public' },
  };
}

export function consoleDocument(rows, { operations, schemas }) {
  const components = { responses: {} };
  const paths = {};
  for (const row of rows) {
    const served = operations.find(
      ({ method, path }) => method === row.method && shapeOf(path) === shapeOf(row.path),
    );
    if (!served) continue;
    paths[served.path] ??= {};
    paths[served.path][row.method.toLowerCase()] = operationOf(row, served.operation, components);
  }
  const tags = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? [])),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Capture console API', version: 'v1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: reachable({ paths, components }, { ...schemas, Problem: PROBLEM_SCHEMA }),
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: { cookie: COOKIE },
    },
  };
}
