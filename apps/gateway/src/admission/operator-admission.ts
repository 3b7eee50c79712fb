import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256Hex, type Principal } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { bearerOf } from '../credentials/bearer.js';
import { Refusals } from './refusals.js';

const digestOf = (token: string): Buffer => Buffer.from(sha256Hex(token));

/** Admits or refuses a call of the operator API before its body is read. It has no budget. */
@Injectable()
export class OperatorAdmission {
  /** Of the current token, and of the previous one while callers change from it. */
  private readonly digests: readonly Buffer[];

  constructor(
    { CAPTURE_OPERATOR_TOKEN: current, CAPTURE_OPERATOR_TOKEN_PREVIOUS: previous }: GatewayConfig,
    private readonly refusals: Refusals,
  ) {
    this.digests = [current, previous].filter((token) => token !== undefined).map(digestOf);
  }

  /** The principal of the call. @throws AppError when the call is refused. */
  async admit(request: FastifyRequest): Promise<Principal> {
    const token = bearerOf(request.headers.authorization);
    if (token === undefined || !this.isOperator(token)) throw await this.refusals.of(request);
    return { kind: 'operator' };
  }

  /** Every token is compared, so that the time tells neither how much of one is right nor which one it is. */
  private isOperator(token: string): boolean {
    const digest = digestOf(token);
    return this.digests.map((known) => timingSafeEqual(digest, known)).includes(true);
  }
}
