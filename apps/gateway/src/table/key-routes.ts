import type { Action, Feature, Scope } from '@capture/contracts';
import { base, type Call, type RowBase } from './rows.js';
import type { ServiceName } from './services.js';

/** Budgets per API key; `budgets/policies.ts` has their limits. */
export type KeyBudget = 'read' | 'write' | 'download';

/** A call with an API key. */
export interface KeyRow extends RowBase {
  auth: 'key';
  scope: Scope;
  budget: KeyBudget;
  /** Plan feature that the call needs in addition to API access. */
  feature?: Feature;
  /** What it is when a member calls it below `/console/api`; absent where the console has no such call. */
  action?: Action;
  /** Has an irreversible effect outside the service, so a test key is refused. */
  liveOnly?: true;
}

/** What calls that read and calls that write take: a scope of keys, and an action of members. */
interface Rights {
  read: [Scope, Action?];
  write?: [Scope, Action?];
}

/** Rows of one service and plan feature; GET draws on the read budget, the rest on write. */
function keyRows(
  service: ServiceName,
  feature: Feature | undefined,
  rights: Rights,
  calls: readonly (readonly [Call, Partial<Omit<KeyRow, keyof RowBase | 'auth'>>?])[],
): KeyRow[] {
  return calls.map(([call, special]) => {
    const reads = call.startsWith('GET ');
    const [scope, action] = reads ? rights.read : (rights.write ?? rights.read);
    const row: KeyRow = {
      ...base(call, service),
      auth: 'key',
      scope,
      budget: reads ? 'read' : 'write',
      ...(feature ? { feature } : {}),
      ...(action ? { action } : {}),
    };
    return { ...row, ...special };
  });
}

const captureRequestRows = keyRows(
  'capture-requests',
  'capture_requests',
  {
    read: ['capture_requests:read', 'content.read'],
    write: ['capture_requests:write', 'requests.manage'],
  },
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
    [
      'DELETE /v1/capture-requests/{id}/submissions/{sid}',
      { scope: 'recordings:delete', action: 'recordings.manage', liveOnly: true },
    ],
    ['GET /v1/capture-requests/{id}/submissions/{sid}/evidence', { feature: 'consent_evidence' }],
  ],
);

const sessionRows = keyRows(
  'sessions',
  'sessions',
  { read: ['sessions:read', 'content.read'], write: ['sessions:write', 'rooms.host'] },
  [
    ['GET /v1/sessions'],
    ['POST /v1/sessions', { liveOnly: true }],
    ['GET /v1/sessions/{id}'],
    ['GET /v1/sessions/{id}/tracks'],
    ['POST /v1/sessions/{id}/end', { action: 'rooms.end' }],
    ['GET /v1/sessions/{id}/invites'],
    ['POST /v1/sessions/{id}/invites'],
    ['DELETE /v1/sessions/{id}/invites/{inviteId}'],
    ['DELETE /v1/sessions/{id}/participants/{participantId}'],
  ],
);

const recordingRows = keyRows('recordings', 'recordings', { read: ['recordings:read', 'content.read'] }, [
  ['GET /v1/recordings'],
  ['GET /v1/recordings/{id}'],
  ['GET /v1/recordings/{id}/timeline'],
  ['DELETE /v1/recordings/{id}', { scope: 'recordings:delete', action: 'recordings.manage', liveOnly: true }],
  [
    'POST /v1/recordings/{id}/tracks/{trackId}/download-url',
    { scope: 'recordings:download', action: 'media.download', budget: 'download', liveOnly: true },
  ],
]);

const usageRows = keyRows('accounts', undefined, { read: ['usage:read', 'content.read'] }, [
  ['GET /v1/usage'],
]);

const webhookRows = keyRows(
  'webhooks',
  'webhooks',
  {
    read: ['webhooks:read', 'webhooks.manage'],
    write: ['webhooks:write', 'webhooks.manage'],
  },
  [
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
  ],
);

/** Every route that takes API keys, once. Those with an action take members as well, below `/console/api`. */
export const KEY_ROUTES: readonly KeyRow[] = [
  ...captureRequestRows,
  ...sessionRows,
  ...recordingRows,
  ...usageRows,
  ...webhookRows,
];
