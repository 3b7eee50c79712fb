import type { QueryFilters } from '@tanstack/react-query';
import { ME } from '../api/queries.js';
import { BRANDING_KEY } from '../branding/branding-api.js';
import { erasureKeys } from '../erasures/erasures-api.js';
import { eventKeys } from '../events/events-api.js';
import { memberKeys } from '../members/members-api.js';
import { recordingKeys } from '../recordings/recordings-api.js';
import { requestKeys } from '../requests/requests-api.js';
import { sessionKeys } from '../sessions/sessions-api.js';
import { ORGANIZATION_KEY } from '../settings/settings-api.js';
import { webhookKeys } from '../webhooks/webhooks-api.js';

/** What the server tells of a change: what it is, and of what. */
export interface Change {
  type: string;
  ids: Readonly<Record<string, string>>;
}

/** Kept answers that no longer hold. */
export type Concerned = Required<Pick<QueryFilters, 'queryKey' | 'exact'>>;

const below = (queryKey: Concerned['queryKey']): Concerned => ({ queryKey, exact: false });
const only = (queryKey: Concerned['queryKey']): Concerned => ({ queryKey, exact: true });

const request = (id: string | undefined): Concerned[] =>
  id === undefined ? [] : [below(requestKeys.one(id))];
const session = (id: string | undefined): Concerned[] =>
  id === undefined ? [] : [below(sessionKeys.one(id))];
// Not what is below: other URLs for what is playing would begin it anew.
const recording = (id: string | undefined): Concerned[] =>
  id === undefined ? [] : [only(recordingKeys.one(id)), only(recordingKeys.poster(id))];

/** By the first word of a type. */
const CONCERNED: Record<string, (ids: Change['ids']) => Concerned[]> = {
  capture_request: ({ captureRequestId }) => [below(requestKeys.lists), ...request(captureRequestId)],
  submission: ({ captureRequestId }) => [below(requestKeys.lists), ...request(captureRequestId)],
  session: ({ sessionId }) => [below(sessionKeys.list), ...session(sessionId)],
  recording: ({ recordingId, captureRequestId, sessionId }) => [
    below(recordingKeys.list),
    ...recording(recordingId),
    ...request(captureRequestId),
    ...session(sessionId),
  ],
  organization: () => [only(ME), only(ORGANIZATION_KEY), only(BRANDING_KEY)],
  webhook_endpoint: ({ endpointId }) => [
    below(webhookKeys.list),
    ...(endpointId === undefined ? [] : [only(webhookKeys.one(endpointId))]),
  ],
  webhook_delivery: ({ endpointId }) =>
    endpointId === undefined
      ? []
      : [below(webhookKeys.deliveries(endpointId)), below(webhookKeys.eachDelivery(endpointId))],
  erasure: () => [below(erasureKeys.list)],
  member: () => [below(memberKeys.list)],
};

/** Told of without an event that the log of events would have. */
const NO_EVENTS = ['webhook_delivery', 'erasure'];

/** Empty for a type of a later release. */
export function concernedBy({ type, ids }: Change): Concerned[] {
  const [subject = ''] = type.split('.');
  const concerned = Object.hasOwn(CONCERNED, subject) ? CONCERNED[subject]?.(ids) : undefined;
  if (!concerned || NO_EVENTS.includes(subject)) return concerned ?? [];
  return [...concerned, below(eventKeys.lists)];
}

/** Null for what is no change: a proxy may have sent something else. */
export function readChange(text: string): Change | null {
  try {
    const { type, ids } = JSON.parse(text) as Partial<Change>;
    return typeof type === 'string' && typeof ids === 'object' ? { type, ids } : null;
  } catch {
    return null;
  }
}

/** For how many milliseconds up to now the server tells of every change; 0 for what does not say so. */
export function readRecent(text: string): number {
  try {
    const { ms } = JSON.parse(text) as { ms?: unknown };
    return typeof ms === 'number' ? ms : 0;
  } catch {
    return 0;
  }
}
