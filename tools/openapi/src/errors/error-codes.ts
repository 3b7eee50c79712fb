// Which errors a route can answer: what its controller declares, and what follows from its row in the routing table.
import { ROLES, rolesFor, type ErrorCode } from '@capture/contracts';
import type { Operation, Route } from '../document.js';

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}

/** A cookie is sent whatever page makes the call, so the page is checked; a bearer of any kind is refused. */
function consoleErrors(row: Route): ErrorCode[] {
  return [
    ...when(row.method !== 'GET', 'cross_site'),
    'unauthorized',
    ...when(row.auth === 'member', 'rate_limited', 'other_organization'),
    ...when(row.feature !== undefined, 'upgrade_required'),
    ...when(row.action !== undefined && rolesFor(row.action).length < ROLES.length, 'insufficient_role'),
  ];
}

function accessErrors(row: Route): ErrorCode[] {
  if (row.path.startsWith('/console/')) return consoleErrors(row);
  if (row.auth === 'public') return [];
  if (row.auth === 'capability') return ['unauthorized', 'link_expired', 'rate_limited'];
  return [
    'unauthorized',
    'plan_inactive',
    'insufficient_scope',
    ...when(row.liveOnly === true, 'test_mode_scope'),
    ...when(row.feature !== undefined, 'upgrade_required'),
    'rate_limited',
  ];
}

/** Takes an Idempotency-Key. */
export function isRepeatable({ auth, method }: Route): boolean {
  return method === 'POST' && (auth === 'key' || auth === 'member');
}

function inputErrors(row: Route, operation: Operation): ErrorCode[] {
  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const json = operation.requestBody?.content?.['application/json'] !== undefined;
  const repeatable = isRepeatable(row);
  return [
    ...when(json, 'payload_too_large', 'unsupported_media_type'),
    ...when(json || queries.length > 0, 'invalid_input'),
    ...when(
      queries.some((parameter) => parameter.name === 'cursor'),
      'invalid_cursor',
    ),
    ...when(repeatable, 'invalid_input', 'idempotency_in_progress', 'idempotency_key_reused'),
  ];
}

/** What only keys are answered, where one handler serves members as well. */
const OF_KEYS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['test_mode_scope', 'key_owner_not_a_member']);

function ownErrors({ auth }: Route, operation: Operation): ErrorCode[] {
  return (operation['x-errors'] ?? []).filter((code) => auth !== 'member' || !OF_KEYS.has(code));
}

/** Codes, in the order of the checks, each once. */
export function errorCodesOf(row: Route, operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...accessErrors(row),
    ...inputErrors(row, operation),
    ...when(row.path.includes('{') && row.auth !== 'capability', 'not_found'),
    ...ownErrors(row, operation),
    'service_unavailable',
    'internal',
  ];
  return [...new Set(codes)];
}

/** The operation as it is published: its errors stand among its responses, its action with its row. */
export function withoutErrors({
  'x-errors': _errors,
  'x-action': _action,
  'x-member-operation-id': _memberId,
  ...operation
}: Operation): Operation {
  return operation as Operation;
}
