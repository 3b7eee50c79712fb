import { Injectable } from '@nestjs/common';
import { addressForm } from '@capture/contracts';
import { Clock } from '@capture/platform';
import * as oidc from 'openid-client';
import { AccountsConfig } from '../config.js';
import { ClientSecrets } from './client-secrets.js';
import { ProviderHttp, ProviderUnreachable } from './provider-http.js';
import type { IdentityProvider } from './provider.model.js';

/** What a sign-in at a provider was begun with; all of it comes back, or is proven, at its end. */
export interface Begun {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
}

/** A person as their identity provider describes them. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  /** In its one form; undefined when the provider names none, or has not verified it. */
  email: string | undefined;
}

/** A document of a provider is asked for again after this time, and with other settings. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 200;
const SCOPE = 'openid email';

interface Kept {
  updatedAt: number;
  until: number;
  discovered: Promise<oidc.Configuration>;
}

/** Speaks OpenID Connect with providers: authorization code with PKCE, tokens with checked signatures. */
@Injectable()
export class ProviderClient {
  /** Where providers send browsers back to. */
  readonly redirectUri: string;
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly http: ProviderHttp,
    private readonly secrets: ClientSecrets,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {
    this.redirectUri = `${config.CAPTURE_PUBLIC_URL}/console/single-sign-on`;
  }

  /** Where to send a browser. @param email what the person typed @throws ProviderUnreachable, or an error of openid-client */
  async authorizationUrl(provider: IdentityProvider, email: string, begun: Begun): Promise<URL> {
    return oidc.buildAuthorizationUrl(await this.discovered(provider), {
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: SCOPE,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      login_hint: email,
    });
  }

  /**
   * Trades the code that a browser has brought back for an identity. State, `iss` (RFC 9207), nonce, audience, times and
   * signature of the ID token are checked by openid-client.
   * @param answer the query that the browser came back with
   * @throws ProviderUnreachable, or an error of openid-client when one of the checks fails
   */
  async identity(provider: IdentityProvider, answer: string, begun: Begun): Promise<ProvidedIdentity> {
    const discovered = await this.discovered(provider);
    const url = new URL(this.redirectUri);
    url.search = answer;
    const tokens = await oidc.authorizationCodeGrant(discovered, url, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderUnreachable('the provider sent no ID token');
    const { iss: issuer, sub: subject } = claims;
    const asks = claims.email === undefined && discovered.serverMetadata().userinfo_endpoint !== undefined;
    const named = asks ? await oidc.fetchUserInfo(discovered, tokens.access_token, subject) : claims;
    return { issuer, subject, email: verifiedEmail(named) };
  }

  private discovered(provider: IdentityProvider): Promise<oidc.Configuration> {
    const { organizationId } = provider;
    const updatedAt = provider.updatedAt.getTime();
    const known = this.kept.get(organizationId);
    const now = this.clock.now().getTime();
    if (known && known.updatedAt === updatedAt && known.until > now) return known.discovered;
    const discovered = this.discover(provider);
    this.kept.delete(organizationId);
    this.kept.set(organizationId, { updatedAt, until: now + KEPT_MS, discovered });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    // A failure is not kept: the next sign-in asks again.
    discovered.catch(
      () => this.kept.get(organizationId)?.discovered === discovered && this.kept.delete(organizationId),
    );
    return discovered;
  }

  private async discover(provider: IdentityProvider): Promise<oidc.Configuration> {
    const { organizationId, issuer, clientId, sealedSecret } = provider;
    const secret = this.secrets.open(organizationId, sealedSecret);
    const insecure = this.config.CAPTURE_SSO_ALLOW_LOOPBACK && issuer.startsWith('http:');
    const execute = [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])];
    const discovered = await oidc.discovery(new URL(issuer), clientId, secret, undefined, {
      [oidc.customFetch]: (url, options) => this.http.fetch(url, options),
      execute,
    });
    // Some providers serve documents of many tenants under one address, whose tokens anybody of theirs could get.
    if (discovered.serverMetadata().issuer !== issuer)
      throw new ProviderUnreachable('the discovery document is of another issuer');
    return discovered;
  }
}

function verifiedEmail({ email, email_verified: verified }: Record<string, unknown>): string | undefined {
  return typeof email === 'string' && verified === true ? addressForm(email) : undefined;
}
