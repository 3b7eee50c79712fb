import { may, type Action, type RoleName } from './roles/roles.js';
import type { Feature, PlanLimits, Scope } from './scopes.js';

/** An organization's API key, verified by the gateway. */
export interface KeyPrincipal {
  kind: 'key';
  organizationId: string;
  keyId: string;
  mode: 'live' | 'test';
  scopes: Scope[];
  /** Member who created the key; null when that person has left the organization. */
  ownerMemberId: string | null;
  plan: string;
  features: Feature[];
  limits: PlanLimits;
  /** The plan has lapsed: reads work, collecting does not. */
  organizationPaused: boolean;
}

/** A person of an organization, signed in to the console: the gateway has verified their cookie. */
export interface MemberPrincipal {
  kind: 'member';
  organizationId: string;
  memberId: string;
  /** In its one form (`addressForm`). */
  email: string;
  /** As it is stored: `roleOf` reads it. */
  role: RoleName;
  plan: string;
  features: Feature[];
  limits: PlanLimits;
  /** The plan has lapsed: reads work, collecting does not. */
  organizationPaused: boolean;
  /** Identifies this sign-in among the person's others. Not a credential. */
  signInId: string;
}

/** A bearer of a link key, an invite or a participant token. The service that issued it verifies it. */
export interface CapabilityPrincipal {
  kind: 'capability';
  token: string;
}

export interface OperatorPrincipal {
  kind: 'operator';
}

/** No credential: signed URLs and public documents. */
export interface PublicPrincipal {
  kind: 'public';
}

export type Principal =
  KeyPrincipal | MemberPrincipal | CapabilityPrincipal | OperatorPrincipal | PublicPrincipal;
export type PrincipalKind = Principal['kind'];

/** Who acts for an organization: an API key, or a member who is signed in. */
export type OrganizationPrincipal = KeyPrincipal | MemberPrincipal;

/** A member's calls take effect like those of a live key. */
export function modeOf(principal: OrganizationPrincipal): KeyPrincipal['mode'] {
  return principal.kind === 'key' ? principal.mode : 'live';
}

/** The member who answers for a call: the caller, or who created the key; null when that person has left. */
export function responsibleMemberOf(principal: OrganizationPrincipal): string | null {
  return principal.kind === 'key' ? principal.ownerMemberId : principal.memberId;
}

/** Whether the key has the scope, or the member's role allows the action: for what one answer shows to some callers only. */
export function isPermitted(
  principal: OrganizationPrincipal,
  right: { scope: Scope; action: Action },
): boolean {
  return principal.kind === 'key'
    ? principal.scopes.includes(right.scope)
    : may(principal.role, right.action);
}

/** How the audit log names a caller: the id of a key or member, else the kind. */
export function actorOf(principal: Principal): string {
  if (principal.kind === 'key') return principal.keyId;
  return principal.kind === 'member' ? principal.memberId : principal.kind;
}

/** What the gateway has verified of a call. */
export interface ForwardedCall {
  principal: Principal;
  /** Caller's address, taken only through configured proxies. */
  ip: string;
}

/** A forwarded call as the gateway signs it and sends it with the request. */
export interface VouchedCall extends ForwardedCall {
  version: 1;
  /** Name of the service that the request goes to; every other one refuses the header. */
  audience: string;
  /** Unix time in seconds at which the gateway signed. */
  issuedAt: number;
}

/** base64url(JSON of VouchedCall) + "." + base64url(Ed25519 signature over the first part). */
export const PRINCIPAL_HEADER = 'x-capture-principal';
export const REQUEST_ID_HEADER = 'x-request-id';

/**
 * A browser's proof that its person has signed in there before: sent to accounts with a sign-in, and returned with the
 * answer to one that succeeded. The gateway keeps it in a cookie.
 */
export const DEVICE_HEADER = 'x-capture-device';
/** Seconds for which a browser is remembered. */
export const DEVICE_MAX_AGE_SEC = 365 * 24 * 60 * 60;

/**
 * What ties a sign-in at an identity provider to the browser that began it: returned when one begins, sent to accounts with
 * the calls that follow. The gateway keeps it in a cookie, and deletes that when the value is empty.
 */
export const STARTED_SIGN_IN_HEADER = 'x-capture-started-sign-in';
/** Seconds that a person has to sign in at their identity provider. */
export const STARTED_SIGN_IN_MAX_AGE_SEC = 10 * 60;

/** Of a call of the console: the id of the organization that the page shows. A sign-in of another one is refused. */
export const ORGANIZATION_HEADER = 'x-capture-organization';

/**
 * Response header to the gateway, of a WebSocket that is opened only to tell its caller that it is refused: the status of the
 * refusal. Browsers tell pages nothing about a failed handshake.
 */
export const REFUSED_HEADER = 'x-capture-refused';

/**
 * Response header to the gateway, which turns it into the console's cookie: the token of a new sign-in, or empty when a
 * sign-in has ended.
 */
export const SIGN_IN_HEADER = 'x-capture-sign-in';
/** Seconds after which a sign-in ends, used or not. */
export const SIGN_IN_MAX_AGE_SEC = 7 * 24 * 60 * 60;
