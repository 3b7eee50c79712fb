import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { SignInFailureRepository } from '../sign-in/sign-in-failure.repository.js';
import { mailSubject } from '../sign-in/sign-in.model.js';
import { MailCountRepository } from './mail-count.repository.js';

const DAY_MS = 24 * 60 * 60_000;

/**
 * How many mails an organization may have sent to people who did not ask for them: one a minute to one person, and so many a
 * day to all. What people ask for themselves, and what owners are told of their own organization, does not count.
 */
@Injectable()
export class MailLimits {
  constructor(
    private readonly mailed: SignInFailureRepository,
    private readonly counts: MailCountRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a mail, in the transaction that queues it.
   * @throws AppError `rate_limited`
   */
  async count(organizationId: string, email: string): Promise<void> {
    const now = this.clock.now();
    await this.mailed.begin([mailSubject(organizationId, email)], now);
    const most = this.config.CAPTURE_MAILS_PER_DAY;
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const since = await this.counts.count(organizationId, { now, dayAgo, most });
    if (since) throw tooMany(most, Math.ceil((since.getTime() - dayAgo.getTime()) / 1000));
  }

  /** The same for a caller who is not told. False where it must not be sent. */
  async allows(organizationId: string, email: string): Promise<boolean> {
    try {
      await this.count(organizationId, email);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return false;
      throw error;
    }
  }
}

function tooMany(most: number, retryAfterSec: number): AppError {
  const detail = `Your organization has sent ${most} mails within a day, which is the most. Try again in ${retryAfterSec} s.`;
  return new AppError('rate_limited', detail, { retryAfterSec });
}
