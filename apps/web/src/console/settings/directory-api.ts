import { call, type Answer, type Body } from '../api/console-client.js';

const TOKENS = '/console/api/scim-tokens';

export type DirectoryToken = Answer<typeof TOKENS, 'get'>['data'][number];
/** A token with its text, which is in this one answer only. */
export type IssuedDirectoryToken = Answer<typeof TOKENS, 'post'>;
export type NewMemberRole = NonNullable<Body<typeof TOKENS, 'post'>['newMemberRole']>;

/** The most that an organization has: one to use, and one to change over to. */
export const MOST_TOKENS = 2;

export const DIRECTORY_TOKENS = ['scim-tokens'] as const;

export const listTokens = () => call('get', TOKENS);
export const createToken = (newMemberRole: NewMemberRole) =>
  call('post', TOKENS, { body: { newMemberRole } });
export const revokeToken = (id: string) => call('delete', `${TOKENS}/{id}`, { at: { id } });
