import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '../api/console-client.js';

/** The calls of the log of events, and under which keys their answers are kept. */

const ALL = '/console/api/events';
const ONE = '/console/api/events/{id}';

export type Event = Answer<typeof ONE, 'get'>;
type Listed = Parameters<typeof call<typeof ALL, 'get'>>[2];
type EventType = NonNullable<NonNullable<NonNullable<Listed>['query']>['type']>;

export const eventKeys = {
  lists: ['events'] as const,
  list: (type: string | undefined) => ['events', type ?? 'all'] as const,
  one: (id: string) => ['event', id] as const,
};

/** @param type a name that the service does not know is refused with `invalid_input`. */
export const listEvents = (type: string | undefined, cursor: string | undefined) =>
  call('get', ALL, {
    query: {
      ...(type !== undefined && { type: type as EventType }),
      ...(cursor !== undefined && { cursor }),
    },
  });

export const readEvent = (id: string) => call('get', ONE, { at: { id } });

/** The names of all types of events. Empty until they are there. */
export function useEventTypes(): string[] {
  const { data } = useQuery({
    queryKey: ['event-types'],
    queryFn: () => call('get', '/console/api/event-types'),
    // They change with a release alone.
    staleTime: Infinity,
  });
  return data?.data.map(({ type }) => type) ?? [];
}
