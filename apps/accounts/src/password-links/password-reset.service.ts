import { Injectable } from '@nestjs/common';
import { networkOf, requireAddressForm, sha256Hex } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { SignInFailureRepository } from '../sign-in/sign-in-failure.repository.js';
import { PasswordResetRepository } from './password-reset.repository.js';

/** How many mails one person gets, and one network asks for, in the 15 minutes that failures count for. */
const REQUESTS = { person: 3, address: 30 } as const;

/** Takes requests for another password. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly failures: SignInFailureRepository,
    private readonly resets: PasswordResetRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the request for any address. Whether it belongs to a person is looked up later by a job, so that neither the
   * answer nor its duration reveals it.
   * @throws AppError `rate_limited`
   */
  async request(ip: string, address: string): Promise<void> {
    const email = requireAddressForm(address);
    const now = this.clock.now();
    const subjects = [
      { subject: sha256Hex(`reset email ${email}`), limit: REQUESTS.person },
      { subject: sha256Hex(`reset address ${networkOf(ip)}`), limit: REQUESTS.address },
    ];
    await this.failures.begin(subjects, now);
    await this.resets.insert(email, now);
  }
}
