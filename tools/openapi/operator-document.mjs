// The document of the operator API, which has one bearer and no budgets.
import { reachable } from './merge.mjs';
import { PROBLEM_SCHEMA, problemResponses } from './problems.mjs';

const DESCRIPTION = 'For whoever runs an instance. Send `CAPTURE_OPERATOR_TOKEN` as the bearer.';
const CODES = ['unauthorized', 'invalid_input', 'not_found', 'conflict', 'service_unavailable', 'internal'];

const HEADERS = {
  'X-Request-Id': { schema: { type: 'string' } },
  'Retry-After': { schema: { type: 'integer', minimum: 1 } },
};

/** The gateway asks every service and lays the answers side by side. */
function sideBySide(operation) {
  const widen = ([status, response]) => {
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

export function operatorDocument({ operations, schemas }) {
  const components = { responses: {} };
  const paths = {};
  for (const { method, path, operation } of operations) {
    const key = method.toLowerCase();
    if (paths[path]?.[key]) continue;
    const shared = operations.filter((each) => each.method === method && each.path === path).length > 1;
    const { responses, ...rest } = shared ? sideBySide(operation) : operation;
    const successes = Object.fromEntries(
      Object.entries(responses).filter(([status]) => Number(status) < 400),
    );
    const all = { ...successes, ...problemResponses(CODES, components) };
    paths[path] = { ...paths[path], [key]: { ...rest, responses: all, security: [{ operator: [] }] } };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Capture operator API', version: 'v1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: reachable({ paths, components }, { ...schemas, Problem: PROBLEM_SCHEMA }),
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: { operator: { type: 'http', scheme: 'bearer' } },
    },
  };
}
