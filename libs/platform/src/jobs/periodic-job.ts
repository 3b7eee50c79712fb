import { Logger } from '@nestjs/common';

/**
 * Work that repeats. Runs never overlap; a failure is logged and the next run comes as planned; `stop` waits
 * for the run that is under way.
 */
export class PeriodicJob {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.stopped = false;
    this.schedule();
  }

  /** Runs now, or joins the run that is under way. */
  runNow(): Promise<void> {
    this.running ??= this.work()
      .then(() => undefined)
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'run failed; the next one comes as planned'),
      )
      .finally(() => {
        this.running = undefined;
      });
    return this.running;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.runNow().then(() => this.schedule()), this.everyMs);
  }
}
