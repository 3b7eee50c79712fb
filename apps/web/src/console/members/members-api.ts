import { call, type Answer, type Body } from '../api/console-client.js';

const MEMBERS = '/console/api/members';
const MEMBER = '/console/api/members/{member}';
const INVITATIONS = '/console/api/invitations';
const INVITATION = '/console/api/invitations/{id}';

export type Member = Answer<typeof MEMBER, 'patch'>;
export type Role = Member['role'];
export type Invitation = Answer<typeof INVITATIONS, 'post'>;

export const memberKeys = { list: ['members'] as const, invitations: ['invitations'] as const };

export const listMembers = (cursor: string | undefined) =>
  call('get', MEMBERS, { query: { limit: 100, ...(cursor !== undefined && { cursor }) } });

export const changeRole = (member: string, role: Role) =>
  call('patch', MEMBER, { at: { member }, body: { role } });

export const removeMember = (member: string) => call('delete', MEMBER, { at: { member } });

export const listInvitations = (cursor: string | undefined) =>
  call('get', INVITATIONS, { query: cursor === undefined ? {} : { cursor } });

export const invite = (body: Body<typeof INVITATIONS, 'post'>) => call('post', INVITATIONS, { body });

export const resendInvitation = (id: string) => call('post', `${INVITATION}/resend`, { at: { id } });

export const withdrawInvitation = (id: string) => call('delete', INVITATION, { at: { id } });
