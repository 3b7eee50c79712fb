import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { BUDGETS, secondsUntil, type BudgetPolicy, type BudgetStore } from '../budgets/budget-store.js';
import { policiesOf } from '../budgets/policies.js';
import { GatewayConfig } from '../config.js';
import { KNOWN_TOKENS, type KnownTokens } from '../credentials/known-tokens.js';
import type { Holders } from '../table/routes.js';

/** Calls of one address that wait for the judgement of others. More are refused at once. */
const MAX_WAITING = 1_000;

/** Unknown credentials of one address that are being judged, and calls that wait for a place among them. */
interface Queue {
  calls: number;
  /** Judgements that have ended. */
  judged: number;
  judging: Set<string>;
  waiting: { tokenSha256: string; wake: () => void }[];
}

/** One credential while it is judged. */
export interface Trial {
  /** Set when the credential worked lately. Then nothing needs to be counted. */
  known?: Holders;
  /** Counts it as a failure of its address. False when the address had none left. */
  fail(): Promise<boolean>;
  /** It worked, or nothing came of it. */
  end(): void;
}

/**
 * Holds back an address that sends credentials that do not work. While its budget of failures is empty, credentials that
 * nothing is known of are refused before anybody is asked about them; those that worked lately pass.
 */
@Injectable()
export class FailureThrottle {
  private readonly policy: BudgetPolicy;
  private readonly queues = new Map<string, Queue>();

  constructor(
    config: GatewayConfig,
    @Inject(BUDGETS) private readonly budgets: BudgetStore,
    @Inject(KNOWN_TOKENS) private readonly known: KnownTokens,
  ) {
    this.policy = policiesOf(config).failures;
  }

  /**
   * What `resolve` makes of a credential, which it is asked only when the credential is known or the address has failures
   * left. Null and undefined count as a failure.
   * @throws AppError `rate_limited` when the address has no failures left.
   */
  async judge<T>(
    network: string,
    tokenSha256: string,
    resolve: () => Promise<T | null | undefined>,
  ): Promise<T | undefined> {
    const trial = await this.begin(network, tokenSha256);
    try {
      const found = await resolve();
      if (found) {
        if (!trial.known) this.known.remember(tokenSha256, 'one');
        return found;
      }
      if (trial.known) this.known.forget(tokenSha256);
      if (!(await trial.fail())) throw await this.refusal(network);
      return undefined;
    } finally {
      trial.end();
    }
  }

  /** Counts a credential that was refused without asking anybody. @throws AppError `rate_limited` */
  async fail(network: string): Promise<void> {
    if (!(await this.take(network))) throw await this.refusal(network);
  }

  /**
   * Begins to judge a credential. Of unknown ones no more are judged at once than the address has failures left, and none
   * twice at once; other calls wait. So no burst gets past a budget, and no burst of good credentials is refused.
   * @throws AppError `rate_limited` when the address has no failures left.
   */
  async begin(network: string, tokenSha256: string): Promise<Trial> {
    const queue = this.join(network);
    for (;;) {
      const known = await this.known.recall(tokenSha256);
      if (known) {
        this.leave(network, queue, tokenSha256);
        return { known, fail: () => this.take(network), end: () => undefined };
      }
      const { judged } = queue;
      const { remaining } = await this.budgets.peek(network, this.policy);
      // What one that ended meanwhile has used up may not be taken off yet.
      if (queue.judged !== judged) continue;
      const { judging, waiting } = queue;
      if (remaining > judging.size && !judging.has(tokenSha256)) break;
      if (judging.size === 0 || waiting.length >= MAX_WAITING) {
        this.leave(network, queue, tokenSha256);
        throw await this.refusal(network);
      }
      await new Promise<void>((wake) => waiting.push({ tokenSha256, wake }));
    }
    queue.judging.add(tokenSha256);
    return this.trial(network, queue, tokenSha256);
  }

  private trial(network: string, queue: Queue, tokenSha256: string): Trial {
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      queue.judged += 1;
      queue.judging.delete(tokenSha256);
      this.leave(network, queue, tokenSha256);
    };
    const fail = async (): Promise<boolean> => {
      const counted = await this.take(network);
      end();
      return counted;
    };
    return { fail, end };
  }

  private join(network: string): Queue {
    const queue = this.queues.get(network) ?? { calls: 0, judged: 0, judging: new Set(), waiting: [] };
    queue.calls += 1;
    this.queues.set(network, queue);
    return queue;
  }

  /** A call that leaves the queue wakes those with its credential, and the next of the others. */
  private leave(network: string, queue: Queue, tokenSha256: string): void {
    queue.calls -= 1;
    if (queue.calls === 0) this.queues.delete(network);
    const same = queue.waiting.filter((each) => each.tokenSha256 === tokenSha256);
    const [next, ...others] = queue.waiting.filter((each) => each.tokenSha256 !== tokenSha256);
    queue.waiting = others;
    for (const { wake } of [...same, ...(next ? [next] : [])]) wake();
  }

  private async take(network: string): Promise<boolean> {
    return (await this.budgets.take(network, this.policy)).accepted;
  }

  private async refusal(network: string): Promise<AppError> {
    const retryAfterSec = secondsUntil(await this.budgets.peek(network, this.policy));
    const detail = `Too many credentials that do not work came from your address. Try again in ${retryAfterSec} s.`;
    return new AppError('rate_limited', detail, { retryAfterSec });
  }
}
