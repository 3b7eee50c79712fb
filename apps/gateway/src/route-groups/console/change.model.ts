import { may, type Action, type ChangeNotice, type EventEnvelope, type RoleName } from '@capture/contracts';

/** Something that happened, without what: who may see that asks for it by the routes that check it. */
export interface Change {
  type: string;
  /** By the names that the event has for them. */
  ids: Record<string, string>;
}

/** What the pages of members are told of, by the first word of its type, and the action without which a member is not. */
const TOLD: Record<string, Action> = {
  capture_request: 'content.read',
  submission: 'content.read',
  session: 'content.read',
  recording: 'content.read',
  organization: 'content.read',
  webhook_endpoint: 'webhooks.manage',
  webhook_delivery: 'webhooks.manage',
  erasure: 'people.erase',
  member: 'members.manage',
};

/** Those of which there are notices and no events. */
const NOTICED = ['webhook_delivery', 'erasure'];

/** The patterns of events to listen to. */
export const TOLD_PATTERNS = Object.keys(TOLD)
  .filter((subject) => !NOTICED.includes(subject))
  .map((subject) => `${subject}.*`);

const ID_FIELD = /Id$/;

/** Undefined for what members are not told of. */
export function changeOf({ type, data }: Pick<EventEnvelope, 'type' | 'data'>): Change | undefined {
  if (actionOf(type) === undefined) return undefined;
  const ids = Object.entries(data).filter(
    (entry): entry is [string, string] => ID_FIELD.test(entry[0]) && typeof entry[1] === 'string',
  );
  return { type, ids: Object.fromEntries(ids) };
}

/** What a notice of another process tells; undefined for what is none, or of a later release. */
export function noticedChange(message: unknown): { organizationId: string; change: Change } | undefined {
  const { organizationId, type, ids } = (message ?? {}) as Partial<ChangeNotice>;
  if (typeof organizationId !== 'string' || typeof type !== 'string') return undefined;
  const change = changeOf({ type, data: ids ?? {} });
  return change && { organizationId, change };
}

export function isToldTo(role: RoleName, { type }: Change): boolean {
  const action = actionOf(type);
  return action !== undefined && may(role, action);
}

function actionOf(type: string): Action | undefined {
  const [subject = ''] = type.split('.');
  return Object.hasOwn(TOLD, subject) ? TOLD[subject] : undefined;
}

/** As a message of an event stream (HTML, server-sent events). */
export function toMessage(change: Change): string {
  return `event: change\ndata: ${JSON.stringify(change)}\n\n`;
}

/** Says that every change of the last so many milliseconds follows. */
export function toRecentMessage(ms: number): string {
  return `event: recent\ndata: ${JSON.stringify({ ms })}\n\n`;
}
