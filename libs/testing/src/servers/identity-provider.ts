import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

/** An account at the provider, as its claims say it. */
export interface ProviderAccount {
  /** `sub`. */
  id: string;
  email: string;
  verified: boolean;
}

const CLIENT = { id: 'capture', secret: 'a client secret of the tests, long enough' } as const;

/**
 * A real OpenID provider on loopback. It asks nobody for a password: whoever comes is `account` at that moment.
 */
export class IdentityProviderServer {
  readonly clientId = CLIENT.id;
  readonly clientSecret = CLIENT.secret;
  /** Who signs in next; nobody while it is undefined. */
  account: ProviderAccount | undefined;
  private readonly accounts = new Map<string, ProviderAccount>();
  private readonly server: Server;
  private address = '';

  private constructor() {
    this.server = createServer();
  }

  /** @param redirectUri where it sends browsers back to */
  static async start(redirectUri: string): Promise<IdentityProviderServer> {
    const started = new IdentityProviderServer();
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    started.address = `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
    started.serve(redirectUri);
    return started;
  }

  get issuer(): string {
    return this.address;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(redirectUri: string): void {
    const provider = new Provider(this.issuer, this.configuration(redirectUri));
    const handle = provider.callback();
    this.server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) {
        void handle(request, response);
        return;
      }
      const { account } = this;
      if (account) this.accounts.set(account.id, account);
      const result = account
        ? { login: { accountId: account.id, remember: false } }
        : { error: 'access_denied', error_description: 'the person turned back' };
      void provider.interactionFinished(request, response, result);
    });
  }

  private configuration(redirectUri: string): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, id) => {
        const account = this.accounts.get(id);
        if (!account) return undefined;
        const claims = { sub: id, email: account.email, email_verified: account.verified };
        return { accountId: id, claims: () => Promise.resolve(claims) };
      },
      // Nobody is asked for consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: CLIENT.id,
          ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
        });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
    };
  }
}

/**
 * What a browser does at a provider: follows its redirects, with its cookies, until it is sent back.
 * @returns the address that it is sent to at `redirectUri`
 */
export async function visitProvider(url: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=', 2);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}`);
    next = new URL(location, next);
    if (next.href.startsWith(redirectUri)) return next;
  }
  throw new Error('the provider never sent the browser back');
}
