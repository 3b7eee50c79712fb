import { call, type Answer, type Body } from '../api/console-client.js';

const ONE = '/console/api/keys/{keyId}';

export type Key = Answer<typeof ONE, 'get'>;
/** A key with its text, which is in this one answer only. */
export type IssuedKey = Answer<'/console/api/keys', 'post'>;
export type NewKey = Body<'/console/api/keys', 'post'>;
export type Scope = Key['scopes'][number];

/** Every scope that the document knows: another one there fails the types here. */
const SCOPE_NAMES: Record<Scope, true> = {
  'capture_requests:read': true,
  'capture_requests:write': true,
  'sessions:read': true,
  'sessions:write': true,
  'recordings:read': true,
  'recordings:download': true,
  'recordings:delete': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'usage:read': true,
};
export const SCOPES = Object.keys(SCOPE_NAMES) as Scope[];

export const KEYS = ['keys'] as const;

export const listKeys = (cursor: string | undefined) =>
  call('get', '/console/api/keys', { query: cursor === undefined ? {} : { cursor } });
export const createKey = (body: NewKey) => call('post', '/console/api/keys', { body });
export const rotateKey = (keyId: string) => call('post', `${ONE}/rotate`, { at: { keyId }, body: {} });
export const revokeKey = (keyId: string) => call('post', `${ONE}/revoke`, { at: { keyId } });
