import type { Socket } from 'node:net';
import { Redis } from 'ioredis';

const RECONNECT_MS = 500;
/** A connection that has been silent for this long with calls pending is closed: it may never answer again. */
const SOCKET_TIMEOUT_MS = 5_000;

/** A connection that never queues: while Redis is away, calls reject at once or after `timeoutMs`. */
export class RedisConnection {
  readonly client: Redis;
  private gathering = false;

  /** @param onFailure Called with connection errors, which otherwise show only as rejected calls. */
  constructor(
    url: string,
    private readonly timeoutMs: number,
    onFailure: (error: Error) => void,
  ) {
    this.client = new Redis(url, {
      enableOfflineQueue: false,
      socketTimeout: SOCKET_TIMEOUT_MS,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => RECONNECT_MS,
      connectTimeout: 2_000,
      // It has become a replica: its address leads to the one that took over, for who connects anew.
      reconnectOnError: ({ message }) => message.includes('READONLY'),
    });
    this.client.on('error', onFailure);
  }

  /** Sends what is asked until the loop turns in one packet: a packet for each question costs more than its answer. */
  gather(): void {
    // There is none before the first connection.
    const stream = this.client.stream as Socket | undefined;
    if (this.gathering || !stream) return;
    this.gathering = true;
    stream.cork();
    setImmediate(() => {
      this.gathering = false;
      stream.uncork();
    });
  }

  /** Sends what `ask` asks in one packet. */
  together(ask: () => void): void {
    const stream = this.client.stream as Socket | undefined;
    stream?.cork();
    ask();
    stream?.uncork();
  }

  get connected(): boolean {
    return this.client.status === 'ready';
  }

  /**
   * Rejects when `answer` takes longer than the time-out. When this process itself was stalled, an answer that has
   * already arrived still counts: Redis is not to blame for our delay.
   */
  within<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(`Redis did not answer within ${this.timeoutMs} ms`));
      // After a stall, timers run before arrived data is read; immediates run after.
      const timer = setTimeout(() => setImmediate(() => setImmediate(late)), this.timeoutMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  close(): void {
    this.client.disconnect();
  }
}
