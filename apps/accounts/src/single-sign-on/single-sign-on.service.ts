import { Injectable, Logger } from '@nestjs/common';
import { AppError, requireAddressForm } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, Metrics } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { ProviderClient, type Begun, type ProvidedIdentity } from '../identity-providers/provider-client.js';
import type { IdentityProvider } from '../identity-providers/provider.model.js';
import { ProviderRepository } from '../identity-providers/provider.repository.js';
import { domainOf } from '../mail-domains/mail-domain.model.js';
import { SignInFailureRepository } from '../sign-in/sign-in-failure.repository.js';
import type { SecondFactorRequiredDto } from '../sign-in/sign-in.dto.js';
import { begunSubject } from '../sign-in/sign-in.model.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { SignInService, type SignedIn, type SignInCaller } from '../sign-in/sign-in.service.js';
import { IdentityService } from './identity.service.js';
import { SingleSignOnRefused } from './single-sign-on.model.js';
import { StartedSignIns } from './started-sign-ins.js';

/** Signs people in by what the identity provider of their organization says (ADR 46). */
@Injectable()
export class SingleSignOnService {
  private readonly logger = new Logger(SingleSignOnService.name);
  private readonly ended;

  constructor(
    private readonly database: Database,
    private readonly providers: ProviderRepository,
    private readonly client: ProviderClient,
    private readonly started: StartedSignIns,
    private readonly identities: IdentityService,
    private readonly signIns: SignInService,
    private readonly memberships: SignInRepository,
    private readonly failures: SignInFailureRepository,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const counted = {
      name: 'capture_single_sign_on_total',
      help: 'Sign-ins at identity providers, by outcome',
    };
    this.ended = metrics.counter(counted, ['outcome']);
  }

  /**
   * Where to send the browser, and what to keep in it until it comes back.
   * @throws AppError `not_found` when no organization has the domain, `rate_limited`, `single_sign_on_refused`
   */
  begin(address: string, typed: string): Promise<{ url: string; browser: string }> {
    const email = requireAddressForm(typed);
    return this.database.forEveryOrganization('a domain of mail says no organization', async () => {
      const provider = await this.providers.findByDomain(domainOf(email));
      if (!provider) throw noProvider();
      const begun = this.started.begin();
      // Counted until it succeeds: each makes the service call a provider, and stores a row.
      const attempt = await this.failures.begin([begunSubject('single sign-on', address)], this.clock.now());
      const url = await this.asked(() => this.client.authorizationUrl(provider, email, begun));
      const { organizationId } = provider;
      await this.started.keep(begun, { organizationId, failureIds: [...attempt] });
      return { url: url.href, browser: begun.browser };
    });
  }

  /**
   * @param browser what `begin` left in the browser
   * @param answer the query that the browser came back with
   * @throws AppError `single_sign_on_refused`; the sign-in has to begin again then
   */
  async finish(
    caller: SignInCaller,
    { browser, answer }: { browser: string | undefined; answer: string },
  ): Promise<SignedIn | SecondFactorRequiredDto> {
    const state = new URLSearchParams(answer).get('state') ?? '';
    const started = await this.database
      .forEveryOrganization('an answer says no organization', () => this.started.take(state, browser ?? ''))
      .catch((error: unknown) => this.refused(error));
    const { organizationId, failureIds } = started;
    return this.database.forOrganization(organizationId, async () => {
      try {
        const entered = await this.enter(caller, { organizationId, answer, begun: started });
        await this.failures.takeBack(failureIds);
        this.ended.inc({ outcome: 'answer' in entered ? 'signed_in' : 'code_asked' });
        return entered;
      } catch (error) {
        return await this.refused(error, { organizationId, ip: caller.address });
      }
    });
  }

  private async enter(
    caller: SignInCaller,
    { organizationId, answer, begun }: { organizationId: string; answer: string; begun: Begun },
  ): Promise<SignedIn | SecondFactorRequiredDto> {
    const provider = await this.providers.find(organizationId);
    if (!provider) throw new SingleSignOnRefused('provider', 'no provider any more');
    const identity = await this.asked(() => this.identityOf(provider, answer, begun));
    const { email } = await this.identities.memberOf(provider, identity, caller.address);
    // Runs for the organization, so that none of the person's other ones is seen.
    const [membership] = await this.memberships.memberships(email);
    if (!membership) throw new SingleSignOnRefused('not_a_member');
    const { issuer, asksSecondFactor } = provider;
    return this.signIns.enter(caller, membership, { issuer, asksCode: !asksSecondFactor });
  }

  private async identityOf(
    provider: IdentityProvider,
    answer: string,
    begun: Begun,
  ): Promise<ProvidedIdentity> {
    const identity = await this.client.identity(provider, answer, begun);
    if (identity.issuer !== provider.issuer) throw new SingleSignOnRefused('provider', 'another issuer');
    return identity;
  }

  /** Errors of the provider and of its library hold tokens and addresses: only their stable names go on. */
  private async asked<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof SingleSignOnRefused) throw error;
      throw new SingleSignOnRefused('provider', nameOf(error));
    }
  }

  /** Counts and logs a refusal, for the organization that it is known to concern; any other error goes on as it is. */
  private async refused(error: unknown, where?: { organizationId: string; ip: string }): Promise<never> {
    if (!(error instanceof SingleSignOnRefused)) throw error;
    const { refusal, why } = error;
    this.ended.inc({ outcome: refusal });
    this.logger.warn({ organizationId: where?.organizationId, refusal, why }, 'single sign-on was refused');
    if (where) {
      const { organizationId, ip } = where;
      const fact = { organizationId, action: 'single_sign_on.refused', subject: organizationId };
      await this.audit.record({ actor: 'public', ip }, { ...fact, detail: { reason: refusal } });
    }
    throw error;
  }
}

function noProvider(): AppError {
  return new AppError(
    'not_found',
    'No organization signs in people of this domain by single sign-on. Use your password.',
  );
}

/** @returns words from fixed lists: of openid-client, and what a provider may answer by RFC 6749 */
function nameOf(error: unknown): string {
  const { name, code, message, error: said } = error as Error & { code?: string; error?: unknown };
  if (name === 'ProviderUnreachable') return message;
  const answered = typeof said === 'string' && /^[a-z_]{1,40}$/.test(said) ? [said] : [];
  return [code ?? name, ...answered].join(' ');
}
