import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import { RunningClaims } from './running-claims.js';

/** A quarter of what a claim lasts, so that a slow database does not end it. */
const EVERY_MS = 1_250;

/** Renews the claims of calls that are running. */
@Injectable()
export class RunningClaimsJobs {
  constructor(private readonly claims: RunningClaims) {}

  @Every(EVERY_MS)
  renew(): Promise<void> {
    return this.claims.renew();
  }
}
