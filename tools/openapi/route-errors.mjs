// Which errors a route can give: from its row in the routing table, and the ones of its own listed here.

/** Errors that follow from what a call does, by method and path. Those of its credential and body are added below. */
const OWN = {
  'POST /v1/capture-requests': ['capture_allowance_reached', 'organization_paused'],
  'PATCH /v1/capture-requests/{id}': ['capture_request_closed'],
  'POST /v1/capture-requests/{id}/contacts': [
    'capture_allowance_reached',
    'organization_paused',
    'capture_request_closed',
    'contact_cap',
  ],
  'POST /v1/capture-requests/{id}/rotate-open-link': ['capture_request_closed', 'conflict'],
  'POST /v1/capture-requests/{id}/contacts/{contactId}/rotate-link': ['capture_request_closed'],
  'GET /v1/respond/contacts/{id}': [
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
  ],
  'GET /v1/respond/campaigns/{id}': [
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
  ],
  'POST /v1/respond/contacts/{id}/takes': [
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
    'take_too_large',
    'open_take_cap',
    'submission_cap',
  ],
  'POST /v1/respond/campaigns/{id}/takes': [
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
    'take_too_large',
    'open_take_cap',
    'submission_cap',
  ],
  'GET /v1/respond/takes/{takeId}': [
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
  ],
  'POST /v1/respond/takes/{takeId}/parts': [
    'capture_request_closed',
    'organization_paused',
    'superseded',
    'conflict',
  ],
  'POST /v1/respond/takes/{takeId}/complete': [
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
    'superseded',
    'conflict',
    'take_too_large',
    'submission_cap',
  ],
  'DELETE /v1/respond/takes/{takeId}': ['conflict'],
  'POST /v1/sessions': ['key_owner_not_a_member', 'organization_paused'],
  'POST /v1/sessions/{id}/invites': ['session_closed', 'organization_paused'],
  'POST /v1/rooms/{roomCode}/join': ['session_closed', 'session_full', 'organization_paused'],
  'GET /v1/rooms/{sessionId}/socket': ['invalid_input'],
  'POST /v1/rooms/{sessionId}/tracks': ['open_take_cap'],
  'POST /v1/rooms/{sessionId}/tracks/{trackId}/parts': ['take_too_large', 'conflict'],
  'POST /v1/rooms/{sessionId}/tracks/{trackId}/complete': ['take_too_large', 'conflict'],
  'POST /v1/recordings/{id}/tracks/{trackId}/download-url': [
    'track_not_ready',
    'footage_expired',
    'conflict',
  ],
  'POST /v1/webhook-endpoints': ['conflict'],
  'POST /v1/webhook-endpoints/{id}/test': ['conflict'],
  'POST /v1/webhook-endpoints/{id}/deliveries/{did}/replay': ['conflict'],
  'POST /v1/webhook-endpoints/{id}/replay': ['conflict'],
  'PUT /v1/uploads/{uploadId}/parts/{number}': [
    'payload_too_large',
    'invalid_input',
    'conflict',
    'link_expired',
  ],
  'GET /v1/media/{trackId}': ['link_expired', 'footage_expired'],
  'POST /console/api/sign-in': ['rate_limited', 'not_found'],
  'POST /console/api/set-password': ['link_expired'],
  'POST /console/api/sessions/{id}/host': [
    'host_only',
    'session_closed',
    'session_full',
    'organization_paused',
  ],
};

/** The cookie rides along by itself, so the page counts; a bearer of any kind is refused. */
function consoleErrors(row) {
  return [
    ...(row.method === 'GET' ? [] : ['cross_site']),
    'unauthorized',
    ...(row.auth === 'member' ? ['rate_limited'] : []),
  ];
}

function accessErrors(row) {
  if (row.path.startsWith('/console/')) return consoleErrors(row);
  if (row.auth === 'public') return [];
  if (row.auth === 'capability') return ['unauthorized', 'link_expired', 'rate_limited'];
  return [
    'unauthorized',
    'plan_inactive',
    'insufficient_scope',
    ...(row.liveOnly ? ['test_mode_scope'] : []),
    ...(row.feature ? ['upgrade_required'] : []),
    'rate_limited',
  ];
}

function inputErrors(row, operation) {
  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const json = operation.requestBody?.content?.['application/json'] !== undefined;
  return [
    ...(json ? ['payload_too_large', 'unsupported_media_type'] : []),
    ...(json || queries.length > 0 ? ['invalid_input'] : []),
    ...(queries.some((parameter) => parameter.name === 'cursor') ? ['invalid_cursor'] : []),
    ...(row.auth === 'key' && row.method === 'POST'
      ? ['invalid_input', 'idempotency_in_progress', 'idempotency_key_reused']
      : []),
  ];
}

/** Codes, in the order of the checks, each once. */
export function errorCodesOf(row, operation) {
  const missing = row.path.includes('{') && row.auth !== 'capability' ? ['not_found'] : [];
  const own = OWN[`${row.method} ${row.path}`] ?? [];
  return [
    ...new Set([
      ...accessErrors(row),
      ...inputErrors(row, operation),
      ...missing,
      ...own,
      'service_unavailable',
      'internal',
    ]),
  ];
}

/** Rows that this file speaks of and the table does not have. */
export function staleErrors(rows) {
  const known = new Set(rows.map((row) => `${row.method} ${row.path}`));
  return Object.keys(OWN).filter((call) => !known.has(call));
}
