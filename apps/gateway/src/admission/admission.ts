import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Principal, type ResolvedCredential } from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BUDGETS, type BudgetPolicy, type BudgetStore } from '../budgets/budget-store.js';
import { charge, requireBudget } from '../budgets/charge.js';
import { policiesOf, type BudgetName } from '../budgets/policies.js';
import { GatewayConfig } from '../config.js';
import { bearerOf } from '../credentials/bearer.js';
import { Credentials } from '../credentials/credentials.js';
import { socketBearerOf } from '../credentials/socket-protocols.js';
import type { KeyRow, Row } from '../table/routes.js';

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** One text for every reason, so that the answer reveals nothing about the credential. */
function unauthorized(): AppError {
  return new AppError(
    'unauthorized',
    'Send a valid credential in the Authorization header: "Bearer", a space, the credential.',
  );
}

/**
 * Admits or refuses a call of the API before its body is read, in the order that the design fixes ("Order of checks"). A
 * call that a later check refuses has counted on its budget all the same.
 */
@Injectable()
export class Admission {
  private readonly policies: Record<BudgetName, BudgetPolicy>;
  private readonly operatorDigest: Buffer | undefined;

  constructor(
    config: GatewayConfig,
    private readonly credentials: Credentials,
    @Inject(BUDGETS) private readonly budgets: BudgetStore,
  ) {
    this.policies = policiesOf(config);
    this.operatorDigest =
      config.CAPTURE_OPERATOR_TOKEN === undefined ? undefined : sha256(config.CAPTURE_OPERATOR_TOKEN);
  }

  /** The principal of the call. Sets the budget's headers on `reply`. @throws AppError when the call is refused. */
  async admit(row: Row, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const token = bearerOf(request.headers.authorization);
    if (row.auth === 'key') return this.admitKey(row, token, reply);
    if (row.auth === 'capability')
      return this.admitCapability(row.socket ? socketBearerOf(request.headers) : token, reply);
    return { kind: 'public' };
  }

  admitOperator(request: FastifyRequest): Principal {
    const token = bearerOf(request.headers.authorization);
    const known =
      this.operatorDigest !== undefined && timingSafeEqual(sha256(token ?? ''), this.operatorDigest);
    if (!known) throw unauthorized();
    return { kind: 'operator' };
  }

  private async admitKey(row: KeyRow, token: string | undefined, reply: FastifyReply): Promise<Principal> {
    const credential = token === undefined ? undefined : await this.credentials.resolve(token);
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

  private async admitCapability(token: string | undefined, reply: FastifyReply): Promise<Principal> {
    // An API key is never a capability, and services must not see one.
    if (token === undefined || /^cap_(live|test)_/.test(token)) throw unauthorized();
    const subject = sha256(token).toString('base64url');
    const verdict = await charge(this.budgets, subject, this.policies.capability, reply);
    requireBudget(verdict, this.policies.capability);
    return { kind: 'capability', token };
  }
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
  if (row.feature === undefined || principal.features.includes(row.feature)) return;
  const requiredPlan = upgrades[row.feature];
  const where = requiredPlan === undefined ? 'No plan offers it yet.' : `The plan "${requiredPlan}" has it.`;
  throw new AppError(
    'upgrade_required',
    `The plan "${principal.plan}" lacks this feature. ${where}`,
    requiredPlan === undefined ? {} : { requiredPlan },
  );
}
