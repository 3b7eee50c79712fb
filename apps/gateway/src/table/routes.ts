import type { Feature, Scope } from '@capture/contracts';
import type { ServiceName } from './services.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Budgets per API key (interface: Limits). */
export type KeyBudget = 'read' | 'write' | 'download';

interface RowBase {
  method: Method;
  /** Below `{base}/api`, parameters in braces as the specification writes them. */
  path: `/${string}`;
  service: ServiceName;
}

/** A call with an API key. */
export interface KeyRow extends RowBase {
  auth: 'key';
  scope: Scope;
  budget: KeyBudget;
  /** Plan feature that the call needs in addition to API access. */
  feature?: Feature;
  /** Has an irreversible effect outside the service, so a test key is refused. */
  liveOnly?: true;
}

/** A call with a link key, an invite or a participant token, which the owning service checks. */
export interface CapabilityRow extends RowBase {
  auth: 'capability';
  /** The token may be that of an open link, which many strangers hold. */
  openLink?: true;
  /** Takes WebSocket handshakes. */
  socket?: true;
}

/** No credential in the headers: signed URLs, which the owning service checks, and public documents. */
interface PublicRow extends RowBase {
  auth: 'public';
  /** The body is media: the gateway limits neither its size nor its time. */
  media?: true;
  /** Served at the root of the host, not below `/api`. */
  atRoot?: true;
  /** Services that each serve a key set on this path; the answer holds the keys of all. */
  keysOf?: readonly ServiceName[];
}

export type Row = KeyRow | CapabilityRow | PublicRow;

type Call = `${Method} /${string}`;

function base(call: Call, service: ServiceName): RowBase {
  const [method, path] = call.split(' ') as [Method, `/${string}`];
  return { method, path, service };
}

/** Rows of one service and plan feature, all for API keys; GET draws on the read budget, the rest on write. */
function keyRows(
  service: ServiceName,
  feature: Feature | undefined,
  scopes: { read: Scope; write?: Scope },
  calls: readonly (readonly [Call, Partial<Omit<KeyRow, keyof RowBase | 'auth'>>?])[],
): KeyRow[] {
  return calls.map(([call, special]) => {
    const reads = call.startsWith('GET ');
    const row: KeyRow = {
      ...base(call, service),
      auth: 'key',
      scope: reads ? scopes.read : (scopes.write ?? scopes.read),
      budget: reads ? 'read' : 'write',
      ...(feature ? { feature } : {}),
    };
    return { ...row, ...special };
  });
}

const captureRequestRows = keyRows(
  'capture-requests',
  'capture_requests',
  { read: 'capture_requests:read', write: 'capture_requests:write' },
  [
    ['GET /v1/capture-requests'],
    ['POST /v1/capture-requests'],
    ['GET /v1/capture-requests/{id}'],
    ['PATCH /v1/capture-requests/{id}'],
    ['DELETE /v1/capture-requests/{id}'],
    ['POST /v1/capture-requests/{id}/close'],
    ['POST /v1/capture-requests/{id}/rotate-open-link'],
    ['GET /v1/capture-requests/{id}/contacts'],
    ['POST /v1/capture-requests/{id}/contacts'],
    ['DELETE /v1/capture-requests/{id}/contacts/{contactId}'],
    ['POST /v1/capture-requests/{id}/contacts/{contactId}/rotate-link'],
    ['GET /v1/capture-requests/{id}/submissions'],
    ['GET /v1/capture-requests/{id}/submissions/{sid}'],
    ['DELETE /v1/capture-requests/{id}/submissions/{sid}', { scope: 'recordings:delete', liveOnly: true }],
    ['GET /v1/capture-requests/{id}/submissions/{sid}/evidence', { feature: 'consent_evidence' }],
  ],
);

const sessionRows = keyRows('sessions', 'sessions', { read: 'sessions:read', write: 'sessions:write' }, [
  ['GET /v1/sessions'],
  ['POST /v1/sessions', { liveOnly: true }],
  ['GET /v1/sessions/{id}'],
  ['POST /v1/sessions/{id}/end'],
  ['GET /v1/sessions/{id}/invites'],
  ['POST /v1/sessions/{id}/invites'],
  ['DELETE /v1/sessions/{id}/invites/{inviteId}'],
  ['DELETE /v1/sessions/{id}/participants/{participantId}'],
]);

const recordingRows = keyRows('recordings', 'recordings', { read: 'recordings:read' }, [
  ['GET /v1/recordings'],
  ['GET /v1/recordings/{id}'],
  ['DELETE /v1/recordings/{id}', { scope: 'recordings:delete', liveOnly: true }],
  [
    'POST /v1/recordings/{id}/tracks/{trackId}/download-url',
    { scope: 'recordings:download', budget: 'download', liveOnly: true },
  ],
]);

const usageRows = keyRows('accounts', undefined, { read: 'usage:read' }, [['GET /v1/usage']]);

const webhookRows = keyRows('webhooks', 'webhooks', { read: 'webhooks:read', write: 'webhooks:write' }, [
  ['GET /v1/webhook-endpoints'],
  ['POST /v1/webhook-endpoints'],
  ['GET /v1/webhook-endpoints/{id}'],
  ['PATCH /v1/webhook-endpoints/{id}'],
  ['DELETE /v1/webhook-endpoints/{id}'],
  ['POST /v1/webhook-endpoints/{id}/rotate-secret'],
  ['POST /v1/webhook-endpoints/{id}/test'],
  ['GET /v1/webhook-endpoints/{id}/deliveries'],
  ['GET /v1/webhook-endpoints/{id}/deliveries/{did}'],
  ['POST /v1/webhook-endpoints/{id}/deliveries/{did}/replay'],
  ['POST /v1/webhook-endpoints/{id}/replay'],
  ['GET /v1/events'],
  ['GET /v1/events/{id}'],
  ['GET /v1/event-types'],
]);

function capabilityRows(
  service: ServiceName,
  calls: readonly Call[],
  special: Pick<CapabilityRow, 'openLink'> = {},
): CapabilityRow[] {
  return calls.map((call) => ({ ...base(call, service), auth: 'capability', ...special }));
}

const respondRows = [
  ...capabilityRows('capture-requests', [
    'GET /v1/respond/contacts/{id}',
    'POST /v1/respond/contacts/{id}/takes',
  ]),
  ...capabilityRows(
    'capture-requests',
    [
      'GET /v1/respond/campaigns/{id}',
      'POST /v1/respond/campaigns/{id}/takes',
      'GET /v1/respond/takes/{takeId}',
      'DELETE /v1/respond/takes/{takeId}',
      'POST /v1/respond/takes/{takeId}/parts',
      'POST /v1/respond/takes/{takeId}/complete',
    ],
    { openLink: true },
  ),
];

const roomRows: CapabilityRow[] = [
  ...capabilityRows('sessions', [
    'POST /v1/rooms/{roomCode}/join',
    'POST /v1/rooms/{sessionId}/tracks',
    'GET /v1/rooms/{sessionId}/tracks/{trackId}',
    'POST /v1/rooms/{sessionId}/tracks/{trackId}/parts',
    'POST /v1/rooms/{sessionId}/tracks/{trackId}/complete',
  ]),
  { ...base('GET /v1/rooms/{sessionId}/socket', 'sessions'), auth: 'capability', socket: true },
];

const publicRows: PublicRow[] = [
  { ...base('PUT /v1/uploads/{uploadId}/parts/{number}', 'recordings'), auth: 'public', media: true },
  { ...base('GET /v1/media/{trackId}', 'recordings'), auth: 'public', media: true },
  {
    ...base('GET /.well-known/capture-keys.json', 'recordings'),
    auth: 'public',
    atRoot: true,
    keysOf: ['recordings', 'capture-requests'],
  },
];

/** Every public route, once. Other paths answer 404, other methods on these paths 405. */
export const ROUTES: readonly Row[] = [
  ...captureRequestRows,
  ...sessionRows,
  ...recordingRows,
  ...usageRows,
  ...webhookRows,
  ...respondRows,
  ...roomRows,
  ...publicRows,
];

/** Matches the paths that take WebSocket handshakes, as callers write them. */
export const SOCKET_PATHS = new RegExp(
  `^/api(?:${ROUTES.filter((row) => row.auth === 'capability' && row.socket)
    .map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+'))
    .join('|')})$`,
);

/** Paths that browsers may call from any origin: their credential is in a header, never in a cookie. */
const ANY_ORIGIN = ['/v1/respond/', '/v1/rooms/', '/v1/uploads/'] as const;

export function allowsAnyOrigin(path: string): boolean {
  return ANY_ORIGIN.some((prefix) => path.startsWith(prefix));
}
