import { Injectable } from '@nestjs/common';
import pTimeout from 'p-timeout';

export type ReadinessCheck = () => Promise<void>;

/** Below the time limit of any probe: what a process can do without must not make its probe fail by silence. */
const PREFERENCE_MS = 1_000;

/** What a process needs before it may take traffic. Libraries add their checks: database, schema version, bus. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly preferences = new Map<string, ReadinessCheck>();
  /** Whether the process is about to stop. */
  draining = false;

  /** `check` rejects while it is not ready, with a message that an operator can act on. */
  require(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** While `check` rejects, or gives no answer within a second, the process is ready, and says that it is degraded. */
  prefer(name: string, check: ReadinessCheck): void {
    this.preferences.set(name, answeredSoon(check));
  }

  /** Why the process does less than it could, by part. */
  async degradations(): Promise<Record<string, string>> {
    const outcomes = [...this.preferences].map(([name, check]) =>
      check().then(
        () => [],
        (error: unknown): [string, string][] => [
          [name, error instanceof Error ? error.message : String(error)],
        ],
      ),
    );
    return Object.fromEntries((await Promise.all(outcomes)).flat());
  }

  /** What the process can do without, by part: 1 while it does, else 0. */
  async missingParts(): Promise<ReadonlyMap<string, number>> {
    const missing = await this.degradations();
    return new Map([...this.preferences.keys()].map((name) => [name, name in missing ? 1 : 0]));
  }

  /** Makes the probe fail, so that load balancers stop sending before the server stops listening. */
  drain(): void {
    this.draining = true;
  }

  entries(): [string, ReadinessCheck][] {
    const draining: [string, ReadinessCheck] = [
      'draining',
      () => Promise.reject(new Error('the process is stopping')),
    ];
    return this.draining ? [draining] : [...this.checks.entries()];
  }
}

/** The check with a time limit. One that is still under way is waited for again, and not begun once more. */
function answeredSoon(check: ReadinessCheck): ReadinessCheck {
  let running: Promise<void> | undefined;
  return () => {
    running ??= check().finally(() => (running = undefined));
    const message = `no answer within ${PREFERENCE_MS} ms`;
    return pTimeout(running, { milliseconds: PREFERENCE_MS, message });
  };
}
