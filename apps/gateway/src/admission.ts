import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Principal, type ResolvedCredential } from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from './bearer.js';
import { charge, requireBudget } from './budget.charge.js';
import type { BudgetPolicy, BudgetStore } from './budget.js';
import { GatewayConfig, policiesOf } from './config.js';
import { Credentials } from './credentials.js';
import type { KeyBudget, KeyRow, Row } from './routes.js';
import { socketBearerOf } from './socket-protocols.js';

/** Token of the budget store, of which there are two kinds. */
export const BUDGETS = Symbol('budgets');

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** One text for every reason, so that the answer tells nothing about the credential. */
function unauthorized(): AppError {
  return new AppError(
    'unauthorized',
    'Send a valid credential in the Authorization header: "Bearer", a space, the credential.',
  );
}

/**
 * Judges a call before its body is looked at, in the order of the design ("Order of checks"). A call that is
 * refused for a later reason has drawn on its budget all the same.
 */
@Injectable()
export class Admission {
  private readonly policies: Record<KeyBudget | 'capability', BudgetPolicy>;
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

  /** Whom the call speaks for. Puts the budget's headers on `reply`. @throws AppError when it is refused. */
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
    // A secret key has no business where link keys go, and services must not see it.
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
