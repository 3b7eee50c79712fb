import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { AppError, type UploadRef } from '@capture/contracts';
import { isDataException, type Database } from '@capture/persistence';
import type { Clock } from '@capture/platform';
import { FairTurns } from './fair-turns.js';
import type { Lease, LeaseRepository } from './lease.repository.js';
import { TogetherOrAlone } from './together-or-alone.js';

const MAX_DEATHS = 5;
const WAITING_BATCH = 20;
const MAX_FAILURE_LENGTH = 300;
/** How long, and how often, an attempt that failed tries to say so. */
const NOTE_MS = 15_000;
const NOTE_PAUSE_MS = 250;
/** Of all runners of this process: whatever ends it ends the work of all of them. */
const underWay = new TogetherOrAlone();

export interface LeaseTiming {
  /** Work that runs at once in this process. */
  concurrency: number;
  /** A process that dies leaves its work to another after this long; one that lives renews three times in it. */
  leaseMs: number;
  /** Pause after an attempt that failed. */
  retryMs: number;
}

/** The lease was taken away: by a newer attempt, or because the work is no longer wanted. */
export class LeaseLost extends Error {}

interface Run<Result> {
  done: Promise<Result | undefined>;
  abort: AbortController;
  /** False while it waits for a free slot. */
  started: boolean;
}

type Leases<Ref extends UploadRef, Row extends Ref & Lease> = Pick<
  LeaseRepository<Ref, Row>,
  'claim' | 'renew' | 'postpone' | 'postponeCounted' | 'waiting' | 'holdSuspect' | 'letGo' | 'forgive'
>;

/**
 * Carries out work that lies in a table, whichever process it was left by. Within a process each piece runs once at a time;
 * between processes the lease says who has it. Organizations take turns, and what is done again goes after what was not done yet. What `execute` throws postpones the work, so it decides itself which
 * failures are final. What the database refuses for its values is tried as often as work that ends its process. Work that was
 * under way when a process ended runs alone from then on: it may be what ended it, and others would end with it as often.
 */
export abstract class LeaseRunner<Ref extends UploadRef, Row extends Ref & Lease, Result> {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly turns: FairTurns;
  private readonly runs = new Map<string, Run<Result>>();
  /** Rows of the attempts under way. */
  private readonly claims = new Set<Row>();

  constructor(
    protected readonly database: Database,
    private readonly leases: Leases<Ref, Row>,
    protected readonly clock: Clock,
    private readonly timing: LeaseTiming,
  ) {
    this.turns = new FairTurns(timing.concurrency);
  }

  /**
   * One attempt. `signal` aborts with `LeaseLost` when the lease was lost or the work is cancelled; work that runs on is
   * stopped by the fence of its attempt.
   */
  protected abstract execute(row: Row, signal: AbortSignal): Promise<Result | undefined>;

  /** Runs in the transaction of the claim, also when the row was given up. */
  protected abstract claimed(row: Row): Promise<void>;

  /**
   * Carries the work out, or joins the run that is under way in this process. Undefined when another process has it, there
   * is nothing to do, or the lease was lost. Rejects when it failed; it is then tried again without a caller.
   */
  run(ref: Ref): Promise<Result | undefined> {
    const running = this.runs.get(ref.uploadId);
    if (running) return running.done;
    const run: Run<Result> = {
      done: Promise.resolve(undefined),
      abort: new AbortController(),
      started: false,
    };
    this.runs.set(ref.uploadId, run);
    run.done = this.turns
      .run(ref.organizationId, ref.uploadId, async () => {
        const suspect = await this.hold(ref);
        return suspect ? { suspect } : { result: await underWay.run(false, () => this.begin(ref, run)) };
      })
      .then((turn) => (turn.suspect ? this.runAlone(turn.suspect, run) : turn.result))
      .finally(() => this.runs.delete(ref.uploadId));
    return run.done;
  }

  /** Runs what waits for a process: left by one that died, or postponed after a failure. */
  async runWaiting(): Promise<void> {
    const waiting = await this.database.forEveryOrganization('work of all may wait', () =>
      this.leases.waiting(this.clock.now(), WAITING_BATCH),
    );
    // A failure was logged by the attempt, and the row waits for the next run.
    await Promise.allSettled(waiting.map((ref) => this.run(ref)));
  }

  /** One attempt right now, beside a run that may hang. */
  async attempt(ref: Ref, abort: AbortController = new AbortController()): Promise<Result | undefined> {
    try {
      return await this.database.forOrganization(ref.organizationId, () => this.attemptClaimed(ref, abort));
    } catch (error) {
      this.logger.error({ err: error, uploadId: ref.uploadId }, 'an attempt failed; it is repeated later');
      throw error;
    }
  }

  /** Ends the work on an upload; resolves when nothing of it runs here any more. */
  async cancel(uploadId: string): Promise<void> {
    const run = this.runs.get(uploadId);
    run?.abort.abort(new LeaseLost());
    if (run?.started) await run.done.catch(() => undefined);
  }

  /** The process stops as planned. Should that cut off what it reads, nothing is concluded about the file. */
  protected async forgiveAll(): Promise<void> {
    await this.database.forEveryOrganization('the process stops for all', () =>
      Promise.allSettled([...this.claims].map((row) => this.leases.forgive(row))),
    );
  }

  protected async cancelAll(): Promise<void> {
    await Promise.all([...this.runs.keys()].map((uploadId) => this.cancel(uploadId)));
  }

  private hold(ref: Ref): Promise<Row | undefined> {
    return this.database.forOrganization(ref.organizationId, () =>
      this.leases.holdSuspect(ref, this.clock.now(), this.after(this.timing.leaseMs)),
    );
  }

  /** Waits without a turn, and holds the row meanwhile: no other work of this process, or of another one, waits with it. */
  private runAlone(suspect: Row, run: Run<Result>): Promise<Result | undefined> {
    return this.database.forOrganization(suspect.organizationId, async () => {
      let renewed = Promise.resolve();
      const renewal = setInterval(() => {
        if (!run.abort.signal.aborted) renewed = this.renew(suspect, run.abort);
      }, this.timing.leaseMs / 3);
      try {
        return await underWay.run(true, async () => {
          clearInterval(renewal);
          await renewed;
          await this.leases.letGo(suspect);
          return this.begin(suspect, run);
        });
      } finally {
        clearInterval(renewal);
      }
    });
  }

  private async begin(ref: Ref, run: Run<Result>): Promise<Result | undefined> {
    if (run.abort.signal.aborted) return undefined;
    run.started = true;
    return this.attempt(ref, run.abort);
  }

  private async attemptClaimed(ref: Ref, abort: AbortController): Promise<Result | undefined> {
    const row = await this.database.run(() => this.claim(ref));
    if (!row || row.state === 'failed') return undefined;
    this.claims.add(row);
    const renewal = setInterval(() => void this.renew(row, abort), this.timing.leaseMs / 3);
    try {
      return await this.execute(row, abort.signal);
    } catch (error) {
      if (error instanceof LeaseLost) {
        await this.leases.postpone(row, row.failure, this.clock.now());
        return undefined;
      }
      await this.postpone(row, error, abort.signal);
      throw error;
    } finally {
      clearInterval(renewal);
      this.claims.delete(row);
    }
  }

  /** Waits for a database that is away: an attempt that failed here ended no process, and would count as one that did. */
  private async postpone(row: Row, error: unknown, signal: AbortSignal): Promise<void> {
    const note = isDataException(error) ? 'postponeCounted' : 'postpone';
    for (const until = performance.now() + NOTE_MS; ; await pause(NOTE_PAUSE_MS, undefined, { ref: false })) {
      try {
        return await this.leases[note](row, messageOf(error), this.after(this.timing.retryMs));
      } catch (away) {
        if (!isAway(away) || signal.aborted || performance.now() >= until) throw away;
      }
    }
  }

  private async claim(ref: Ref): Promise<Row | undefined> {
    const claim = {
      now: this.clock.now(),
      leaseUntil: this.after(this.timing.leaseMs),
      maxDeaths: MAX_DEATHS,
    };
    const row = await this.leases.claim(ref, claim);
    if (!row) return undefined;
    if (row.state === 'failed')
      this.logger.error({ uploadId: ref.uploadId, attempts: row.attempt }, row.failure ?? 'given up');
    await this.claimed(row);
    return row;
  }

  private async renew(row: Row, abort: AbortController): Promise<void> {
    // A failed renewal does not mean that the lease is lost. Should it be, the attempt number refuses our writes.
    const held = await this.leases.renew(row, this.after(this.timing.leaseMs)).catch(() => true);
    if (!held) abort.abort(new LeaseLost());
  }

  private after(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}

/** What the database's own errors become when it cannot be reached, or takes no changes. */
function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE_LENGTH);
}
