import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { traceHeaders } from '@capture/platform';
import type { Bus } from './bus.js';

/** What a command is sent with, as `NatsRecord` and its kin of Nest carry it. */
export interface CommandRecord {
  payload: unknown;
  timeoutMs: number;
}

/** Nest's client over the bus. It sends commands; events go through the outbox, in a transaction. */
export class BusClientProxy extends ClientProxy {
  private readonly bus: Bus;

  constructor(options: { bus: Bus }) {
    super();
    this.bus = options.bus;
  }

  /** The bus connects by itself. */
  connect(): Promise<void> {
    return Promise.resolve();
  }

  /** Leaves the bus open: whoever opened it closes it. */
  close(): void {
    return undefined;
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  protected publish(packet: ReadPacket<CommandRecord>, callback: (packet: WritePacket) => void): () => void {
    const { payload, timeoutMs } = packet.data;
    this.bus.request(String(packet.pattern), payload, { timeoutMs, headers: traceHeaders() }).then(
      (response) => callback({ response, isDisposed: true }),
      (err: unknown) => callback({ err, isDisposed: true }),
    );
    return () => undefined;
  }

  protected dispatchEvent<T>(packet: ReadPacket): Promise<T> {
    return Promise.reject(new Error(`${String(packet.pattern)} must go through the outbox`));
  }
}
