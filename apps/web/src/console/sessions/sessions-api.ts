import { call, type Answer } from '../api/console-client.js';

/** The calls of sessions, and under which keys their answers are kept. */

const ALL = '/console/api/sessions';
const ONE = '/console/api/sessions/{id}';

export type Session = Answer<typeof ONE, 'get'>;
export type ListedSession = Answer<typeof ALL, 'get'>['data'][number];
export type OpenedSession = Answer<typeof ALL, 'post'>;
export type Person = Session['participants'][number];
export type StoredTrack = Answer<`${typeof ONE}/tracks`, 'get'>['data'][number];
export type Invite = Answer<`${typeof ONE}/invites`, 'get'>['data'][number];

export const sessionKeys = {
  list: ['sessions'] as const,
  one: (id: string) => ['session', id] as const,
  tracks: (id: string) => ['session', id, 'tracks'] as const,
  invites: (id: string) => ['session', id, 'invites'] as const,
};

const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

export const listSessions = (cursor: string | undefined) => call('get', ALL, { query: page(cursor) });

export const openSession = () => call('post', ALL, { body: {} });

export const readSession = (id: string) => call('get', ONE, { at: { id } });

export const endSession = (id: string) => call('post', `${ONE}/end`, { at: { id }, body: {} });

export const listTracks = (id: string, cursor: string | undefined) =>
  call('get', `${ONE}/tracks`, { at: { id }, query: page(cursor) });

export const listInvites = (id: string, cursor: string | undefined) =>
  call('get', `${ONE}/invites`, { at: { id }, query: page(cursor) });

export const makeInvite = (id: string) => call('post', `${ONE}/invites`, { at: { id }, body: {} });

export const revokeInvite = (id: string, inviteId: string) =>
  call('delete', `${ONE}/invites/{inviteId}`, { at: { id, inviteId } });

export const removePerson = (id: string, participantId: string) =>
  call('delete', `${ONE}/participants/{participantId}`, { at: { id, participantId } });
