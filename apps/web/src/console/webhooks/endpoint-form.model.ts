import type { Endpoint, EndpointChanges, EndpointFields, EventChoice } from './webhooks-api.js';

export type FilledIn = EndpointFields & { description: string | null; events: EventChoice[] };

/** What is sent for a new endpoint. */
export function bodyOf(form: FormData): FilledIn {
  const description = String(form.get('description')).trim();
  const chosen = form.getAll('events') as EventChoice[];
  return {
    url: String(form.get('url')).trim(),
    description: description === '' ? null : description,
    events: chosen.includes('*') ? ['*'] : chosen,
  };
}

/**
 * What is sent for a change: only the fields that the person changed. What another member changed meanwhile stays.
 * @param before as the form showed it when it was opened
 */
export function changesOf(
  { url, description, events }: FilledIn,
  before: Pick<Endpoint, 'url' | 'description' | 'events'>,
): EndpointChanges {
  const isSame = [...events].sort().join() === [...before.events].sort().join();
  return {
    ...(url !== before.url && { url }),
    ...(description !== (before.description?.trim() || null) && { description }),
    ...(!isSame && { events }),
  };
}
