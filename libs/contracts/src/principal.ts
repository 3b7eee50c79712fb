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

/** A bearer of a link key, an invite or a participant token. The service that issued it judges it. */
export interface CapabilityPrincipal {
  kind: 'capability';
  token: string;
}

export interface OperatorPrincipal {
  kind: 'operator';
}

/** Nobody in particular: signed URLs and public documents. */
export interface PublicPrincipal {
  kind: 'public';
}

export type Principal = KeyPrincipal | CapabilityPrincipal | OperatorPrincipal | PublicPrincipal;
export type PrincipalKind = Principal['kind'];

/** What the gateway vouches for with every forwarded request. */
export interface ForwardedCall {
  principal: Principal;
  /** Caller's address, taken only through configured proxies. */
  ip: string;
  /** Unix time in seconds at which the gateway signed. */
  issuedAt: number;
}

/** base64url(JSON of ForwardedCall) + "." + base64url(HMAC-SHA256). */
export const PRINCIPAL_HEADER = 'x-capture-principal';
export const REQUEST_ID_HEADER = 'x-request-id';
