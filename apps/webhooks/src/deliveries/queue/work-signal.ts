import { Injectable } from '@nestjs/common';

/** Tells the worker of this process that there may be something to send. */
@Injectable()
export class WorkSignal {
  private listener: (() => void) | undefined;

  onPoke(listener: () => void): void {
    this.listener = listener;
  }

  poke(): void {
    this.listener?.();
  }
}
