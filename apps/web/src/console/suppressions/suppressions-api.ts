import { call, type Answer, type Body } from '../api/console-client.js';

const ALL = '/console/api/suppressions';
const CHECK = `${ALL}/check` as const;
const BATCH = `${ALL}/batch` as const;

export type Suppression = Answer<typeof ALL, 'get'>['data'][number];
type CheckedAddress = Answer<typeof CHECK, 'post'>['data'][number];
export type Reason = Suppression['reason'];

/** The most that are added in one go. */
export const MOST_ADDRESSES = 50_000;
/** The most addresses of one call. */
export const BATCH_SIZE = 1000;

export const suppressionKeys = {
  all: ['suppressions'] as const,
  list: ['suppressions', 'list'] as const,
};

/** @param limit addresses a page; a few without it */
export const listSuppressions = (cursor: string | undefined, limit?: number) =>
  call('get', ALL, {
    query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
  });

export const addSuppressions = (body: Body<typeof BATCH, 'post'>) => call('post', BATCH, { body });

export const removeSuppression = (email: string) => call('delete', `${ALL}/{email}`, { at: { email } });

/** What each of the addresses is. @param signal asks for no more of them */
export async function checkAddresses(
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<CheckedAddress[]> {
  const checked: CheckedAddress[] = [];
  for (let at = 0; at < addresses.length && !signal.aborted; at += BATCH_SIZE) {
    const emails = addresses.slice(at, at + BATCH_SIZE);
    checked.push(...(await call('post', CHECK, { body: { emails } })).data);
  }
  return checked;
}
