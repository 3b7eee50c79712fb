import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  SCIM_TOKEN_PREFIX,
  sha256Hex,
  type Principal,
  type ResolvedCredential,
} from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BUDGETS, type BudgetPolicy, type BudgetStore } from '../budgets/budget-store.js';
import { charge, requireBudget } from '../budgets/charge.js';
import { policiesOf, type BudgetName } from '../budgets/policies.js';
import { GatewayConfig } from '../config.js';
import { bearerOf } from '../credentials/bearer.js';
import { Credentials } from '../credentials/credentials.js';
import { KNOWN_TOKENS, type KnownTokens } from '../credentials/known-tokens.js';
import { socketBearerOf } from '../credentials/socket-protocols.js';
import type { KeyRow } from '../table/key-routes.js';
import type { CapabilityRow, Holders, Row } from '../table/routes.js';
import { FailureThrottle } from './failure-throttle.js';
import { CallerAddress } from './caller-address.js';
import { onceAnswered } from './capability-trial.js';
import { requireFeature } from './plan-features.js';
import { Refusals, unauthorized } from './refusals.js';

/**
 * Admits or refuses a call of the public API before its body is read: by its credential, its budget, then what the credential
 * may do. A call that a later check refuses has counted on its budget all the same.
 */
@Injectable()
export class Admission {
  private readonly policies: Record<BudgetName, BudgetPolicy>;

  constructor(
    config: GatewayConfig,
    private readonly credentials: Credentials,
    @Inject(BUDGETS) private readonly budgets: BudgetStore,
    @Inject(KNOWN_TOKENS) private readonly known: KnownTokens,
    private readonly throttle: FailureThrottle,
    private readonly addresses: CallerAddress,
    private readonly refusals: Refusals,
  ) {
    this.policies = policiesOf(config);
  }

  /** The principal of the call. Sets the budget's headers on `reply`. @throws AppError when the call is refused. */
  async admit(row: Row, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    if (row.auth === 'key') return this.admitKey(row, request, reply);
    if (row.auth === 'capability') return this.admitCapability(row, request, reply);
    return { kind: 'public' };
  }

  private async admitKey(row: KeyRow, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const token = bearerOf(request.headers.authorization);
    if (token === undefined) throw await this.refusals.of(request);
    const credential = this.credentials.recent(token) ?? (await this.judgeKey(token, request));
    if (!credential) throw unauthorized();
    const { principal } = credential;
    const verdict = await charge(this.budgets, principal.keyId, this.policies[row.budget], reply);
    if (!principal.features.includes('api')) {
      throw new AppError('plan_inactive', `The plan "${principal.plan}" does not include API access.`);
    }
    requireBudget(verdict, this.policies[row.budget]);
    requireRights(row, credential);
    return principal;
  }

  private judgeKey(token: string, request: FastifyRequest): Promise<ResolvedCredential | undefined> {
    const network = this.addresses.networkOf(request);
    return this.throttle.judge(network, sha256Hex(token), () => this.credentials.resolve(token));
  }

  private async admitCapability(
    row: CapabilityRow,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Principal> {
    const { headers } = request;
    const token = row.socket ? socketBearerOf(headers) : bearerOf(headers.authorization);
    if (token === undefined || !mayBe(row, token)) throw await this.refusals.of(request);
    const network = this.addresses.networkOf(request);
    const tokenSha256 = sha256Hex(token);
    const take = (holders: Holders): Promise<void> =>
      this.chargeCapability(holders, tokenSha256, network, reply);
    const trial = await this.throttle.begin(network, tokenSha256);
    const { holders = 'one' } = row;
    if (trial.known === 'either') {
      await take(holders);
      // It is known to work, so that nothing is judged but which kind of link it is.
      request.trial = onceAnswered(reply, (judgement) => {
        if (judgement === 'works' && holders !== 'either') this.known.remember(tokenSha256, holders);
        return Promise.resolve();
      });
    } else if (trial.known) await take(trial.known);
    else
      request.trial = onceAnswered(reply, async (judgement) => {
        if (judgement === 'fails') await trial.fail();
        if (judgement === 'works') {
          this.known.remember(tokenSha256, holders);
          // What has taken effect is not refused any more.
          await take(holders).catch(() => undefined);
        }
        trial.end();
      });
    return { kind: 'capability', token };
  }

  /** @throws AppError `rate_limited` */
  private async chargeCapability(
    holders: Holders,
    tokenSha256: string,
    network: string,
    reply: FastifyReply,
  ): Promise<void> {
    const policy = this.policies[holders === 'one' ? 'capability' : 'shared'];
    const subject = holders === 'one' ? tokenSha256 : `${tokenSha256}@${network}`;
    requireBudget(await charge(this.budgets, subject, policy, reply), policy);
  }
}

/** An API key is never a capability, and services must not see one, nor a directory's token but on its own routes. */
function mayBe({ directory }: CapabilityRow, token: string): boolean {
  const isDirectory = token.startsWith(SCIM_TOKEN_PREFIX);
  return !/^cap_(live|test)_/.test(token) && isDirectory === (directory === true);
}

function requireRights(row: KeyRow, { principal, upgrades }: ResolvedCredential): void {
  if (!principal.scopes.includes(row.scope)) {
    throw new AppError('insufficient_scope', `This call needs a key with the scope ${row.scope}.`, {
      requiredScope: row.scope,
    });
  }
  if (row.liveOnly && principal.mode === 'test') {
    throw new AppError('test_mode_scope', 'This call takes effect outside the service; use a live key.');
  }
  requireFeature(row.feature, principal, upgrades);
}
