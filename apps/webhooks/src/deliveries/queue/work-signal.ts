import { Injectable } from '@nestjs/common';

/** Tells this process's worker that there may be deliveries to send. */
@Injectable()
export class WorkSignal {
  private listener: (() => void) | undefined;

  onWork(listener: () => void): void {
    this.listener = listener;
  }

  notify(): void {
    this.listener?.();
  }
}
