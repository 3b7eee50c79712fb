// The document of the public API: what services declare, joined with what the gateway's table says of each route.
import { reachable, shapeOf } from './merge.mjs';
import { PROBLEM_SCHEMA, problemResponses } from './problems.mjs';
import { errorCodesOf } from './route-errors.mjs';

const DESCRIPTION = `Collects recordings of people, made locally on each person's own device and uploaded afterwards.

Send an API key as \`Authorization: Bearer cap_live_…\`. Respondent routes take the key of a link instead, never an
API key. Lists are newest first and paged by \`cursor\`; timestamps are ISO 8601 UTC; errors are
[problem documents](/api/docs/errors). Each POST with an API key takes an \`Idempotency-Key\`.`;

export const HEADERS = {
  'X-Request-Id': {
    description: "Taken over from the request when well-formed, else the gateway's",
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer', minimum: 1 } },
  RateLimit: {
    description: 'What is left of the budget',
    schema: { type: 'string' },
    example: '"read";r=512;t=31',
  },
  'RateLimit-Policy': { description: 'The budget', schema: { type: 'string' }, example: '"read";q=600;w=60' },
};

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'API key: `cap_live_…` or `cap_test_…`' },
  capability: {
    type: 'http',
    scheme: 'bearer',
    description: 'Key of a respondent link, invite token or participant token',
  },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key within 24 h has the effect once and gets the first answer again',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function securityOf(row) {
  if (row.auth === 'public') return [];
  return row.auth === 'key' ? [{ apiKey: [] }] : [{ capability: [] }];
}

function parametersOf(row, { parameters = [] }) {
  const given = parameters.some((parameter) => parameter.name.toLowerCase() === 'idempotency-key');
  const wanted = row.auth === 'key' && row.method === 'POST' && !given;
  return wanted ? [...parameters, IDEMPOTENCY_KEY] : parameters;
}

export function responsesOf(row, operation, components) {
  const names = ['X-Request-Id', ...(row.auth === 'public' ? [] : ['RateLimit', 'RateLimit-Policy'])];
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const described = successes.map(([status, response]) => [
    status,
    {
      ...response,
      description: response.description || 'Done',
      headers: { ...headers, ...response.headers },
    },
  ]);
  return { ...Object.fromEntries(described), ...problemResponses(errorCodesOf(row, operation), components) };
}

function operationOf(row, operation, components) {
  const { auth, scope, budget, feature, liveOnly } = row;
  const access = {
    auth,
    scope,
    budget: budget ?? (auth === 'capability' ? 'requests' : undefined),
    feature,
    liveOnly,
  };
  return {
    ...operation,
    parameters: parametersOf(row, operation),
    responses: responsesOf(row, operation, components),
    security: securityOf(row),
    'x-capture': Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined)),
  };
}

/** What table and services say differently; empty when they agree. */
export function disagreements(rows, operations) {
  const key = ({ service, method, path }) => `${service} ${method} ${shapeOf(path)}`;
  const asked = rows.flatMap((row) => (row.keysOf ?? [row.service]).map((service) => ({ ...row, service })));
  const routed = new Set(asked.map(key));
  const served = new Set(operations.map(key));
  return [
    ...asked
      .filter((row) => !served.has(key(row)))
      .map((row) => `${key(row)}: in the routing table, but the service does not have it`),
    ...operations
      .filter((each) => !routed.has(key(each)))
      .map((each) => `${key(each)}: in the service, but not in the routing table`),
  ];
}

export function publicDocument(rows, { operations, schemas }) {
  const components = { responses: {} };
  const paths = {};
  for (const row of rows) {
    const served = operations.find(
      ({ method, path }) => method === row.method && shapeOf(path) === shapeOf(row.path),
    );
    if (!served) continue;
    paths[served.path] ??= row.atRoot ? { servers: [{ url: '/' }] } : {};
    paths[served.path][row.method.toLowerCase()] = operationOf(row, served.operation, components);
  }
  const all = { ...schemas, Problem: PROBLEM_SCHEMA };
  const tags = [
    ...new Set(
      Object.values(paths).flatMap((item) => Object.values(item).flatMap((each) => each.tags ?? [])),
    ),
  ];
  return {
    openapi: '3.1.0',
    info: { title: 'Capture API', version: 'v1', description: DESCRIPTION },
    servers: [{ url: '/api' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: reachable({ paths, components }, all),
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
