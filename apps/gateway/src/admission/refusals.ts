import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { CallerAddress } from './caller-address.js';
import { FailureThrottle } from './failure-throttle.js';

/** One text for every reason, so that the answer reveals nothing about the credential. */
export function unauthorized(): AppError {
  return new AppError(
    'unauthorized',
    'Send a valid credential in the Authorization header: "Bearer", a space, the credential.',
  );
}

/** Refuses calls whose credential nobody needs to be asked about. */
@Injectable()
export class Refusals {
  constructor(
    private readonly throttle: FailureThrottle,
    private readonly addresses: CallerAddress,
  ) {}

  /**
   * What such a call is answered. A missing credential is no guess; any other counts as one.
   * @throws AppError `rate_limited` when its address has no guesses left.
   */
  async of(request: FastifyRequest): Promise<AppError> {
    const { authorization, 'sec-websocket-protocol': protocols } = request.headers;
    if (authorization !== undefined || protocols !== undefined)
      await this.throttle.fail(this.addresses.networkOf(request));
    return unauthorized();
  }
}
