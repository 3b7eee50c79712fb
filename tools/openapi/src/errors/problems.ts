// Error answers as OpenAPI responses, from the catalogue.
import { ERROR_CATALOGUE, type ErrorCode, RETRYABLE_CODES } from '@capture/contracts';
import type { Components, Response } from '../document.js';

/** Members that a code adds, as examples show them. */
const EXTRAS: Partial<Record<ErrorCode, object>> = {
  invalid_input: {
    field: 'title',
    errors: [{ field: 'title', code: 'required', message: 'title is required.' }],
  },
  insufficient_scope: { requiredScope: 'capture_requests:write' },
  insufficient_role: { requiredRole: 'producer', action: 'requests.manage' },
  upgrade_required: { requiredPlan: 'platform' },
  invalid_cursor: { field: 'cursor' },
  contact_cap: { cap: 250, count: 250 },
  rate_limited: { retryAfterSec: 12 },
  service_unavailable: { retryAfterSec: 1 },
};

export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'RFC 9457 problem document. Program against `code`; `detail` is for people and may change.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Page that explains the code' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What happened this time and what to do next' },
    code: { type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
    requestId: { type: 'string', description: 'Quote it to support' },
    field: { type: 'string', description: 'First field that was refused' },
    errors: {
      type: 'array',
      description: 'Every field that was refused',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requiredScope: { type: 'string' },
    requiredPlan: { type: 'string' },
    requiredRole: { type: 'string' },
    action: { type: 'string', description: 'What the role does not permit' },
    cap: { type: 'integer' },
    count: { type: 'integer' },
    retryAfterSec: { type: 'integer', minimum: 1 },
  },
};

function exampleOf(code: ErrorCode) {
  const { status, title } = ERROR_CATALOGUE[code];
  return {
    type: `https://capture.example/api/docs/errors/${code}`,
    title,
    status,
    detail: `${title}.`,
    code,
    requestId: 'req_01kaf3w6q3fv5v2m6t8xkq9z7r',
    ...EXTRAS[code],
  };
}

function responseOf(codes: ErrorCode[]): Response {
  const retry = codes.some((code) => RETRYABLE_CODES.has(code));
  return {
    description: codes
      .map((code) => `[\`${code}\`](/api/docs/errors/${code}): ${ERROR_CATALOGUE[code].title}`)
      .join('. '),
    'x-codes': codes,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(retry ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

/** Responses by status for an operation; each set of codes becomes one named component of `components`. */
export function problemResponses(codes: ErrorCode[], components: Components): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status);
  const responses: Record<string, Response> = {};
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    const name = `Problem${status}_${group.join('-')}`;
    components.responses[name] ??= responseOf(group);
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}
