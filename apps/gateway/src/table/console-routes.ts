import type { Action, Feature } from '@capture/contracts';
import { KEY_ROUTES } from './key-routes.js';
import type { ServiceName } from './services.js';

interface Base {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** At the root of the host, parameters in braces. */
  path: `/console/api/${string}`;
  service: ServiceName;
}

/** Needs the cookie of a signed-in member, whose role the service holds against the action. */
interface MemberRow extends Base {
  auth: 'member';
  action: Action;
  /** Plan feature that the call needs. */
  feature?: Feature;
}

/** For callers who are not signed in yet. */
interface PublicRow extends Base {
  auth: 'public';
}

/** A call of the console, forwarded to its service with the path as it is. */
export type ConsoleRow = MemberRow | PublicRow;

type Call = `${Base['method']} /console/api/${string}`;

function base(call: Call, service: ServiceName): Base {
  const [method, path] = call.split(' ') as [Base['method'], Base['path']];
  return { method, path, service };
}

const member = (call: Call, service: ServiceName, action: Action, feature?: Feature): MemberRow => ({
  ...base(call, service),
  auth: 'member',
  action,
  ...(feature ? { feature } : {}),
});

/** The routes of API keys that members have as well, with the same handler, path and feature of the plan. */
const sharedRows: MemberRow[] = KEY_ROUTES.flatMap(({ method, path, service, action, feature }) =>
  action ? [member(`${method} /console/api/${path.slice('/v1/'.length)}`, service, action, feature)] : [],
);

const open = (call: Call, service: ServiceName): PublicRow => ({ ...base(call, service), auth: 'public' });

/** A stream without an end, which the gateway answers itself (ADR 55): no service has it, and so no document. */
export const CHANGES_ROUTE = {
  method: 'GET',
  path: '/console/api/changes',
  auth: 'member',
  action: 'content.read',
} as const;

/** Where strangers have a password checked, which costs more than all else that they can ask for. */
export const PASSWORD_SIGN_IN = '/console/api/sign-in';

/** Every route of the console's API that a service answers, once. Other paths answer 404, other methods on these paths 405. */
export const CONSOLE_ROUTES: readonly ConsoleRow[] = [
  open(`POST ${PASSWORD_SIGN_IN}`, 'accounts'),
  open('POST /console/api/sign-in/second-factor', 'accounts'),
  open('POST /console/api/sign-in/passkey', 'accounts'),
  open('POST /console/api/sign-in/passkey/finish', 'accounts'),
  open('POST /console/api/sign-in/single-sign-on', 'accounts'),
  open('POST /console/api/sign-in/single-sign-on/finish', 'accounts'),
  open('POST /console/api/set-password', 'accounts'),
  open('POST /console/api/forgot-password', 'accounts'),
  open('POST /console/api/read-invitation', 'accounts'),
  open('POST /console/api/accept-invitation', 'accounts'),
  member('POST /console/api/sign-out', 'accounts', 'sign_in.own'),
  member('POST /console/api/sign-out-everywhere', 'accounts', 'sign_in.own'),
  member('GET /console/api/sign-ins', 'accounts', 'sign_in.own'),
  member('DELETE /console/api/sign-ins/{id}', 'accounts', 'sign_in.own'),
  member('POST /console/api/password', 'accounts', 'sign_in.own'),
  member('GET /console/api/second-factor', 'accounts', 'sign_in.own'),
  member('POST /console/api/second-factor/begin', 'accounts', 'sign_in.own'),
  member('POST /console/api/second-factor/confirm', 'accounts', 'sign_in.own'),
  member('POST /console/api/second-factor/remove', 'accounts', 'sign_in.own'),
  member('POST /console/api/second-factor/recovery-codes', 'accounts', 'sign_in.own'),
  member('GET /console/api/passkeys', 'accounts', 'sign_in.own'),
  member('POST /console/api/passkeys', 'accounts', 'sign_in.own'),
  member('POST /console/api/passkeys/begin', 'accounts', 'sign_in.own'),
  member('POST /console/api/passkeys/{id}/remove', 'accounts', 'sign_in.own'),
  member('GET /console/api/me', 'accounts', 'sign_in.own'),
  member('GET /console/api/invitations', 'accounts', 'members.manage'),
  member('POST /console/api/invitations', 'accounts', 'members.manage'),
  member('POST /console/api/invitations/{id}/resend', 'accounts', 'members.manage'),
  member('DELETE /console/api/invitations/{id}', 'accounts', 'members.manage'),
  member('GET /console/api/organization', 'accounts', 'content.read'),
  member('PATCH /console/api/organization', 'accounts', 'organization.change'),
  member('POST /console/api/organization/deletion', 'accounts', 'organization.delete'),
  member('DELETE /console/api/organization/deletion', 'accounts', 'organization.delete'),
  member('GET /console/api/branding', 'accounts', 'content.read'),
  member('PUT /console/api/branding', 'accounts', 'organization.change'),
  member('PUT /console/api/branding/logo', 'accounts', 'organization.change'),
  member('DELETE /console/api/branding/logo', 'accounts', 'organization.change'),
  member('GET /console/api/members', 'accounts', 'members.manage'),
  member('PATCH /console/api/members/{member}', 'accounts', 'members.manage'),
  member('DELETE /console/api/members/{member}', 'accounts', 'members.manage'),
  member('GET /console/api/scim-tokens', 'accounts', 'members.manage'),
  member('POST /console/api/scim-tokens', 'accounts', 'members.manage'),
  member('DELETE /console/api/scim-tokens/{id}', 'accounts', 'members.manage'),
  member('GET /console/api/mail-domains', 'accounts', 'single_sign_on.manage'),
  member('POST /console/api/mail-domains', 'accounts', 'single_sign_on.manage'),
  member('POST /console/api/mail-domains/{domain}/verify', 'accounts', 'single_sign_on.manage'),
  member('DELETE /console/api/mail-domains/{domain}', 'accounts', 'single_sign_on.manage'),
  member('GET /console/api/identity-provider', 'accounts', 'single_sign_on.manage'),
  member('PUT /console/api/identity-provider', 'accounts', 'single_sign_on.manage'),
  member('PATCH /console/api/identity-provider', 'accounts', 'single_sign_on.manage'),
  member('DELETE /console/api/identity-provider', 'accounts', 'single_sign_on.manage'),
  member('GET /console/api/keys', 'accounts', 'keys.manage'),
  member('POST /console/api/keys', 'accounts', 'keys.manage'),
  member('GET /console/api/keys/{keyId}', 'accounts', 'keys.manage'),
  member('PATCH /console/api/keys/{keyId}', 'accounts', 'keys.manage'),
  member('POST /console/api/keys/{keyId}/rotate', 'accounts', 'keys.manage'),
  member('POST /console/api/keys/{keyId}/revoke', 'accounts', 'keys.manage'),
  member('GET /console/api/suppressions', 'accounts', 'suppressions.manage'),
  member('POST /console/api/suppressions', 'accounts', 'suppressions.manage'),
  member('POST /console/api/suppressions/check', 'accounts', 'suppressions.manage'),
  member('POST /console/api/suppressions/batch', 'accounts', 'suppressions.manage'),
  member('DELETE /console/api/suppressions/{email}', 'accounts', 'suppressions.manage'),
  member('GET /console/api/erasures', 'capture-requests', 'people.erase'),
  member('POST /console/api/erasures', 'capture-requests', 'people.erase'),
  member('GET /console/api/erasures/{id}', 'capture-requests', 'people.erase'),
  member('GET /console/api/erasures/{id}/receipt', 'capture-requests', 'people.erase'),
  member('GET /console/api/audit-log', 'accounts', 'audit.read'),
  member('POST /console/api/sessions/{id}/host', 'sessions', 'rooms.host'),
  ...sharedRows,
  member('GET /console/api/outlived-recordings', 'recordings', 'organization.change'),
  member(
    'GET /console/api/webhook-endpoints/{id}/delivery-counts',
    'webhooks',
    'webhooks.manage',
    'webhooks',
  ),
  member('GET /console/api/recordings/{id}/poster', 'recordings', 'content.read', 'recordings'),
  member(
    'POST /console/api/recordings/{id}/tracks/{trackId}/playback-url',
    'recordings',
    'content.read',
    'recordings',
  ),
];
