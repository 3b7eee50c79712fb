import { KEY_ROUTES, type KeyRow } from './key-routes.js';
import { base, type Call, type RowBase } from './rows.js';
import type { ServiceName } from './services.js';

/**
 * Whether a token is one person's, or that of an open link or of a room's invite, which many strangers hold; `either` until a
 * call tells.
 */
export type Holders = 'one' | 'many' | 'either';

/** A call with a link key, an invite or a participant token, which the owning service checks. */
export interface CapabilityRow extends RowBase {
  auth: 'capability';
  /** The token is one of an organization's directory, which no other route takes. */
  directory?: true;
  /** Of the tokens that work here; `one` without it. */
  holders?: Holders;
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

function capabilityRows(
  service: ServiceName,
  calls: readonly Call[],
  special: Pick<CapabilityRow, 'holders'> = {},
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
    ['GET /v1/respond/campaigns/{id}', 'POST /v1/respond/campaigns/{id}/takes'],
    { holders: 'many' },
  ),
  // Takes of both kinds of links.
  ...capabilityRows(
    'capture-requests',
    [
      'GET /v1/respond/takes/{takeId}',
      'DELETE /v1/respond/takes/{takeId}',
      'POST /v1/respond/takes/{takeId}/parts',
      'POST /v1/respond/takes/{takeId}/complete',
    ],
    { holders: 'either' },
  ),
];

const roomRows: CapabilityRow[] = [
  // With the invite, which its guests share.
  ...capabilityRows('sessions', ['GET /v1/rooms/{roomCode}', 'POST /v1/rooms/{roomCode}/join'], {
    holders: 'many',
  }),
  // With a participant's own token.
  ...capabilityRows('sessions', [
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
  { ...base('GET /v1/logos/{logo}', 'accounts'), auth: 'public' },
  {
    ...base('GET /.well-known/capture-keys.json', 'recordings'),
    auth: 'public',
    atRoot: true,
    keysOf: ['recordings', 'capture-requests'],
  },
];

/** Every public route, once. Other paths answer 404, other methods on these paths 405. */
export const ROUTES: readonly Row[] = [...KEY_ROUTES, ...respondRows, ...roomRows, ...publicRows];

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
