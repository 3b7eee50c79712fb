import { hashKey, MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { call, ConsoleError, isShown, OTHER_ORGANIZATION, type Answer } from './console-client.js';
import { noteReadings } from './readings.js';

export type Me = Answer<'/console/api/me', 'get'>;

/** Under which the cache keeps who is signed in; null when nobody is. */
export const ME = ['me'] as const;

export async function readMe(): Promise<Me | null> {
  try {
    return await call('get', '/console/api/me', { ofAny: true });
  } catch (error) {
    if (error instanceof ConsoleError && error.status === 401) return null;
    throw error;
  }
}

/** Whoever signs in next sees nothing that was read for the one before. @param kept is theirs */
export function forgetAnswers(client: QueryClient, kept: QueryKey = ME): void {
  const hashes = [ME, kept].map((key) => hashKey(key));
  client.removeQueries({ predicate: ({ queryHash }) => !hashes.includes(queryHash) });
}

/** Nobody is signed in any more: the sign-in takes the place of every page. */
export function leave(client: QueryClient): void {
  client.setQueryData(ME, null);
  forgetAnswers(client);
}

const LASTING_REFUSALS = [400, 401, 403, 404, 409, 410];

/** Answers are asked for again when a page is opened or looked at again; refusals that would come again are not. */
export function createQueryClient(): QueryClient {
  // Signed out elsewhere: the page gives way to the sign-in, and its address stays.
  const onError = (error: Error): void => {
    if (!(error instanceof ConsoleError)) return;
    if (error.status === 401) client.setQueryData(ME, null);
    // Another organization was entered elsewhere: the pages show that one.
    if (error.code === OTHER_ORGANIZATION) void client.invalidateQueries({ queryKey: ME });
  };
  const onSuccess = (answer: unknown, { queryKey }: { queryKey: QueryKey }): void => {
    if (queryKey[0] !== ME[0] || answer === null) return;
    if (!isShown((answer as Me).organization.id)) forgetAnswers(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ConsoleError && LASTING_REFUSALS.includes(error.status)),
      },
      mutations: { networkMode: 'always' },
    },
  });
  noteReadings(client);
  return client;
}
