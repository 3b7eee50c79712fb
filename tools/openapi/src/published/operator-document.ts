// The document of the operator API, which has one bearer and no budgets.
import type { ErrorCode } from '@capture/contracts';
import type { Components, Operation, PathItem, Response, Served } from '../document.js';
import { withoutErrors } from '../errors/error-codes.js';
import { reachable } from '../merge.js';
import { PROBLEM_SCHEMA, problemResponses } from '../errors/problems.js';

const DESCRIPTION = `For whoever runs an instance. It has a port of its own, \`CAPTURE_OPERATOR_PORT\` of the gateway, on loopback unless
\`CAPTURE_OPERATOR_HOST\` is set; the public port does not know these routes. Send \`CAPTURE_OPERATOR_TOKEN\` as the bearer.`;

const SERVER = {
  url: 'http://{host}:{port}',
  description: 'The operator port; `operatorUrl` in `dev-credentials.json` of a local instance',
  variables: {
    host: { default: '127.0.0.1', description: '`CAPTURE_OPERATOR_HOST`' },
    port: { default: '8081', description: '`CAPTURE_OPERATOR_PORT`' },
  },
};

/** Any operation can answer these. */
const CODES: ErrorCode[] = [
  'unauthorized',
  'invalid_input',
  'not_found',
  'conflict',
  'service_unavailable',
  'internal',
];

/** A page can answer this as well. */
const PAGE_CODES: ErrorCode[] = ['invalid_cursor'];

const HEADERS = {
  'X-Request-Id': { schema: { type: 'string' } },
  'Retry-After': { schema: { type: 'integer', minimum: 1 } },
};

/** The gateway asks every service and lays the answers side by side. */
function sideBySide(operation: Operation): Operation {
  const widen = ([status, response]: [string, Response]): [string, Response] => {
    const media = response.content?.['application/json'];
    if (!media) return [status, response];
    const entry = {
      allOf: [
        { type: 'object', required: ['service'], properties: { service: { type: 'string' } } },
        media.schema,
      ],
    };
    const refused = {
      type: 'object',
      required: ['service', 'error'],
      properties: { service: { type: 'string' }, error: { type: 'string' } },
    };
    const data = { type: 'array', items: { anyOf: [entry, refused] } };
    const schema = { type: 'object', required: ['data'], properties: { data } };
    return [status, { ...response, content: { 'application/json': { schema } } }];
  };
  return { ...operation, responses: Object.fromEntries(Object.entries(operation.responses).map(widen)) };
}

function operationOf(operation: Operation, components: Components): Operation {
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const paged = (operation.parameters ?? []).some(({ name }) => name === 'cursor');
  const codes = [...new Set([...CODES, ...(paged ? PAGE_CODES : []), ...(operation['x-errors'] ?? [])])];
  const { responses: _responses, ...rest } = withoutErrors(operation);
  return {
    ...rest,
    responses: { ...Object.fromEntries(successes), ...problemResponses(codes, components) },
    security: [{ operator: [] }],
  };
}

export function operatorDocument({ operations, schemas }: Served) {
  const components: Components = { responses: {} };
  const paths: Record<string, PathItem> = {};
  for (const { method, path, operation } of operations) {
    const item = (paths[path] ??= {});
    const key = method.toLowerCase();
    if (item[key]) continue;
    const isShared = operations.filter((each) => each.method === method && each.path === path).length > 1;
    item[key] = operationOf(isShared ? sideBySide(operation) : operation, components);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Capture operator API', version: 'v1', description: DESCRIPTION },
    servers: [SERVER],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: reachable({ paths, components }, { ...schemas, Problem: PROBLEM_SCHEMA }),
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: { operator: { type: 'http', scheme: 'bearer' } },
    },
  };
}
