import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';

/** Accounts checks some passwords a second, so that after this long its queue has room again and is not empty yet. */
const PAUSE_MS = 1_000;
/** Browsers that say they are known are let through in each pause, as only accounts can tell. This many of them. */
const KNOWN_PER_PAUSE = 20;
/** Seconds, as accounts says it. */
const RETRY_AFTER_SEC = 5;

/**
 * Refuses sign-ins by password for a second after accounts had no room for one (ADR 62). Forwarded to be refused there, each
 * would cost ten times as much; of those who are checked there are as many as before.
 */
@Injectable()
export class PasswordBackpressure {
  private pausedUntil = 0;
  private known = 0;

  /**
   * Before a sign-in is forwarded.
   * @param device what the browser keeps of an earlier sign-in, not verified
   * @throws AppError `service_unavailable` while accounts has no room
   */
  requireRoom(device: string | undefined): void {
    if (performance.now() >= this.pausedUntil) return;
    if (device !== undefined && this.known < KNOWN_PER_PAUSE) {
      this.known += 1;
      return;
    }
    const detail = 'Too many people sign in at this moment. Try again shortly.';
    throw new AppError('service_unavailable', detail, { retryAfterSec: RETRY_AFTER_SEC });
  }

  /** @param statusCode of what accounts answered a sign-in */
  hear(statusCode: number): void {
    const now = performance.now();
    if (statusCode !== 503 || now < this.pausedUntil) return;
    this.pausedUntil = now + PAUSE_MS;
    this.known = 0;
  }
}
