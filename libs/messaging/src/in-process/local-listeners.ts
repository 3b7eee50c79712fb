import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '@nestjs/common';
import type { BroadcastHandler } from '../bus/bus.js';

/** Those of this process who listen to broadcasts. */
export class LocalListeners {
  private readonly listeners = new Set<{ topic: string; handler: BroadcastHandler }>();
  /** Runs handlers outside of the caller's transaction and trace, as over a network. */
  private readonly detached = AsyncLocalStorage.snapshot();

  constructor(private readonly logger: Logger) {}

  /** Returns a function that ends it. */
  add(topic: string, handler: BroadcastHandler): () => void {
    const listener = { topic, handler };
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  clear(): void {
    this.listeners.clear();
  }

  /** Each hears a copy, after the caller has gone on. */
  tell(topic: string, message: unknown): void {
    const text = JSON.stringify(message);
    for (const listener of this.listeners) {
      if (listener.topic === topic)
        queueMicrotask(() => this.detached(() => this.pass(topic, listener.handler, text)));
    }
  }

  /** A handler that fails disturbs nobody. */
  pass(topic: string, handler: BroadcastHandler, text: string): void {
    try {
      handler(JSON.parse(text));
    } catch (error) {
      this.logger.warn({ err: error, topic }, 'a listener failed');
    }
  }
}
