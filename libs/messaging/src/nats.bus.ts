import { Bus, type PublishReceipt, type StreamState, type Subscription } from './bus.js';

export class NatsBus extends Bus {
  readonly generation = 0;
  constructor(readonly options: { url: string; service: string; retentionHours: number }) {
    super();
  }
  publish(): Promise<PublishReceipt> {
    return Promise.reject(new Error('not connected'));
  }
  consume(): Subscription {
    throw new Error('not connected');
  }
  request(): Promise<unknown> {
    return Promise.reject(new Error('not connected'));
  }
  serve(): Subscription {
    throw new Error('not connected');
  }
  tap(): Subscription {
    throw new Error('not connected');
  }
  streamState(): Promise<StreamState | null> {
    return Promise.resolve(null);
  }
  eventIdAt(): Promise<string | null> {
    return Promise.resolve(null);
  }
  check(): Promise<void> {
    return Promise.reject(new Error('not connected'));
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
