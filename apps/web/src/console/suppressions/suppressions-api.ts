import { call, type Answer, type Body } from '../api/console-client.js';

const ALL = '/console/api/suppressions';

export type Suppression = Answer<typeof ALL, 'get'>['data'][number];
export type NewSuppression = Body<typeof ALL, 'post'>;
export type Reason = Suppression['reason'];

/** The most that are added in one go. */
export const MOST_ADDRESSES = 200;

export const suppressionKeys = {
  all: ['suppressions'] as const,
  list: ['suppressions', 'list'] as const,
  known: ['suppressions', 'known'] as const,
};

export const listSuppressions = (cursor: string | undefined) =>
  call('get', ALL, { query: cursor === undefined ? {} : { cursor } });

export const addSuppression = (body: NewSuppression) => call('post', ALL, { body });

export const removeSuppression = (email: string) => call('delete', `${ALL}/{email}`, { at: { email } });

/** Every address of the list, by as many calls as it has pages. */
export async function readKnownAddresses(): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Answer<typeof ALL, 'get'> = await call('get', ALL, {
      query: { limit: 100, ...(cursor !== null && { cursor }) },
    });
    for (const { email } of page.data) known.add(email);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return known;
}
