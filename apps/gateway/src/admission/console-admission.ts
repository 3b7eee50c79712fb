import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  ORGANIZATION_HEADER,
  sha256Hex,
  type Feature,
  type MemberPrincipal,
  type Principal,
  type ResolvedSignIn,
} from '@capture/contracts';
import { Commands } from '@capture/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BUDGETS, type BudgetPolicy, type BudgetStore } from '../budgets/budget-store.js';
import { charge, requireBudget } from '../budgets/charge.js';
import { policiesOf } from '../budgets/policies.js';
import { GatewayConfig } from '../config.js';
import { bearerOf } from '../credentials/bearer.js';
import { ConsoleCookie } from '../credentials/console-cookie.js';
import type { ConsoleRow } from '../table/console-routes.js';
import { hasBody } from '../forwarding/has-body.js';
import { FailureThrottle } from './failure-throttle.js';
import { CallerAddress } from './caller-address.js';
import { requireFeature } from './plan-features.js';

/** What of a route counts for admission. */
type AdmittedRow = Pick<ConsoleRow, 'method' | 'auth'> & { feature?: Feature };

const RESOLVE_TIMEOUT_MS = 5_000;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** One text for every reason, so that the answer reveals nothing about the cookie. */
function signInFirst(): AppError {
  return new AppError(
    'unauthorized',
    'Sign in at POST /console/api/sign-in first; keys and tokens do not count here.',
  );
}

/**
 * A browser has one cookie for all of its tabs: where another organization was entered in one, the pages of the others
 * still show the former.
 * @throws AppError `other_organization`
 */
function requireSameOrganization({ headers }: FastifyRequest, { organizationId }: MemberPrincipal): void {
  const shown = headers[ORGANIZATION_HEADER];
  if (shown === undefined || shown === organizationId) return;
  throw new AppError(
    'other_organization',
    'Another organization was entered in this browser: load the page again.',
  );
}

/**
 * Admits or refuses a call of the console before its body is read. Browsers send the cookie by themselves, so a call that
 * changes something must come from one of our own pages.
 */
@Injectable()
export class ConsoleAdmission {
  private readonly cookie: ConsoleCookie;
  private readonly origin: string;
  private readonly policy: BudgetPolicy;

  constructor(
    config: GatewayConfig,
    private readonly commands: Commands,
    @Inject(BUDGETS) private readonly budgets: BudgetStore,
    private readonly throttle: FailureThrottle,
    private readonly addresses: CallerAddress,
  ) {
    this.cookie = new ConsoleCookie(config.CAPTURE_PUBLIC_URL);
    this.origin = new URL(config.CAPTURE_PUBLIC_URL).origin;
    this.policy = policiesOf(config).console;
  }

  /** The principal of the call. Sets the budget's headers on `reply`. @throws AppError when the call is refused. */
  async admit(row: AdmittedRow, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    if (row.method !== 'GET') this.requireOwnPage(request);
    if (bearerOf(request.headers.authorization) !== undefined) throw signInFirst();
    if (row.auth === 'public') return { kind: 'public' };
    const signIn = await this.resolve(request);
    if (!signIn) throw signInFirst();
    const { upgrades = {}, ...principal } = signIn;
    requireBudget(await charge(this.budgets, principal.signInId, this.policy, reply), this.policy);
    requireSameOrganization(request, principal);
    requireFeature(row.feature, principal, upgrades);
    return principal;
  }

  /** Whether the sign-in of a call that was admitted has not ended since. @throws AppError when accounts does not answer */
  async isSignedIn(request: FastifyRequest): Promise<boolean> {
    return (await this.resolve(request)) !== undefined;
  }

  /** Not cached: a sign-in that ends is refused at once. */
  private async resolve(request: FastifyRequest): Promise<ResolvedSignIn | undefined> {
    const token = this.cookie.tokenIn(request.headers.cookie);
    if (token === undefined) return undefined;
    const tokenSha256 = sha256Hex(token);
    return this.throttle.judge(this.addresses.networkOf(request), tokenSha256, () =>
      this.commands.send('accounts.resolve_sign_in', { tokenSha256 }, { timeoutMs: RESOLVE_TIMEOUT_MS }),
    );
  }

  /**
   * A page of another site can make a browser post a form here, but neither as JSON nor under our origin.
   * @throws AppError `cross_site`
   */
  private requireOwnPage({ raw, headers }: FastifyRequest): void {
    const ours = headers['sec-fetch-site'] === 'same-origin' || headers.origin === this.origin;
    const json = !hasBody(raw) || JSON_TYPE.test(headers['content-type'] ?? '');
    if (ours && json) return;
    const detail = ours
      ? 'Send the body as application/json.'
      : `Only pages of ${this.origin} may call this. Other programs say so with "Origin: ${this.origin}".`;
    throw new AppError('cross_site', detail);
  }
}
