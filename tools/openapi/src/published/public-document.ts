// The document of the public API: what services declare, joined with what the gateway's table says of each route.
import type { Components, Operation, Parameter, Response, Route, Served } from '../document.js';
import { errorCodesOf, isRepeatable, withoutErrors } from '../errors/error-codes.js';
import { reachable } from '../merge.js';
import { pathsOf, tagsOf } from './paths.js';
import { PROBLEM_SCHEMA, problemResponses } from '../errors/problems.js';

const DESCRIPTION = `Collects recordings of people, made locally on each person's own device and uploaded afterwards.

Send an API key as \`Authorization: Bearer cap_live_…\`. Respondent routes take the key of a link instead, never an
API key. Lists are newest first and paged by \`cursor\`; timestamps are ISO 8601 UTC; errors are
[problem documents](/api/docs/errors). Each POST with an API key takes an \`Idempotency-Key\`.

A key needs the one scope that each call names; none implies another. Budgets are 600 reads, 60 writes and 60 download URLs a
minute and key, unless the instance has others: \`RateLimit-Policy\` tells.`;

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
  description:
    'A repeat with the same key within 24 h has the effect once and gets the first answer again, with ' +
    '`Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function securityOf(row: Route): object[] {
  if (row.auth === 'public') return [];
  return row.auth === 'key' ? [{ apiKey: [] }] : [{ capability: [] }];
}

export function parametersOf(row: Route, { parameters = [] }: Operation): Parameter[] {
  const given = parameters.some((parameter) => parameter.name.toLowerCase() === 'idempotency-key');
  const wanted = isRepeatable(row) && !given;
  return wanted ? [...parameters, IDEMPOTENCY_KEY] : parameters;
}

export function responsesOf(
  row: Route,
  operation: Operation,
  components: Components,
): Record<string, Response> {
  const names = ['X-Request-Id', ...(row.auth === 'public' ? [] : ['RateLimit', 'RateLimit-Policy'])];
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const described = successes.map(([status, response]): [string, Response] => [
    status,
    {
      ...response,
      description: response.description || 'Done',
      headers: { ...headers, ...response.headers },
    },
  ]);
  return { ...Object.fromEntries(described), ...problemResponses(errorCodesOf(row, operation), components) };
}

/** What the operation does, and what a key needs for it: `x-capture` says so to programs, but the reference shows it to nobody. */
function descriptionOf({ auth, scope, budget, liveOnly }: Route, { description }: Operation) {
  if (auth !== 'key') return description;
  const forKeys = `Scope \`${scope}\`, ${budget} budget${liveOnly ? ', live keys only' : ''}.`;
  return typeof description === 'string' ? `${description}\n\n${forKeys}` : forKeys;
}

function operationOf(row: Route, operation: Operation, components: Components): Operation {
  const { auth, scope, budget, feature, liveOnly } = row;
  const access = {
    auth,
    scope,
    budget: budget ?? (auth === 'capability' ? 'requests' : undefined),
    feature,
    liveOnly,
  };
  const description = descriptionOf(row, operation);
  return {
    ...withoutErrors(operation),
    ...(description !== undefined && { description }),
    parameters: parametersOf(row, operation),
    responses: responsesOf(row, operation, components),
    security: securityOf(row),
    'x-capture': Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined)),
  };
}

export function publicDocument(rows: readonly Route[], { operations, schemas }: Served) {
  const components: Components = { responses: {} };
  const paths = pathsOf(rows, operations, (row, operation) => operationOf(row, operation, components));
  return {
    openapi: '3.1.0',
    info: { title: 'Capture API', version: 'v1', description: DESCRIPTION },
    servers: [{ url: '/api' }],
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: reachable({ paths, components }, { ...schemas, Problem: PROBLEM_SCHEMA }),
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
