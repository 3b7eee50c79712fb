import type { EventEnvelope } from '@capture/contracts';

export interface PublishReceipt {
  /** Which life of the stream holds the event; null when the bus keeps nothing that could be lost. */
  epoch: string | null;
  sequence: number;
}

export interface StreamState {
  /** Changes when the stream is made anew. */
  epoch: string;
  firstSequence: number;
  lastSequence: number;
}

export type Headers = Record<string, string>;

export interface Delivery {
  event: EventEnvelope;
  /** W3C trace headers of the transaction that stated the event. */
  headers: Headers;
  /** 1 for the first delivery to this consumer. */
  attempt: number;
}

export interface ConsumeOptions {
  /** Name that survives restarts; processes that share it share the work. Letters, digits, `-` and `_`. */
  durable: string;
  /** Event type, with `*` for one word or `>` for the rest. */
  pattern: string;
  /** Resolves once the effect is committed; a rejection has the event delivered again. */
  handler: (delivery: Delivery) => Promise<void>;
  maxDeliver: number;
  /** Wait before the second, third… delivery; the last entry repeats. */
  backoffMs: readonly number[];
  /** An event that was neither finished nor kept alive for this long goes to another process. */
  ackWaitMs: number;
  /** Handlers that this process runs at once for this consumer. Events of one organization take turns. */
  concurrency: number;
  /** Records the event as undeliverable; when that fails too, the event is kept and tried again. */
  onLastFailure: (delivery: Delivery, error: unknown) => Promise<void>;
}

/** A registration on the bus. */
export interface Subscription {
  /** Resolves once the bus has taken the registration: at once in process, after connecting over a network. */
  readonly ready: Promise<void>;
  /** Takes nothing more and waits for what is running. */
  close(): Promise<void>;
}

export type CommandHandler = (payload: unknown, headers: Headers) => Promise<unknown>;
export type TapHandler = (event: EventEnvelope) => void | Promise<void>;
export type BroadcastHandler = (message: unknown) => void;

export interface RequestOptions {
  timeoutMs: number;
  headers?: Headers;
}

/** What a composing process provides so that its services share one bus. */
export const BUS = Symbol('bus');

/**
 * How services talk: facts are published to durable consumers, commands are requests with an answer. Everything
 * crosses as JSON, in one process too, so that no two services ever share an object.
 */
export abstract class Bus {
  /** Resolves when the event is safe with the bus; the same event id twice within two minutes counts once. */
  abstract publish(event: EventEnvelope, headers?: Headers): Promise<PublishReceipt>;
  abstract consume(options: ConsumeOptions): Subscription;
  /**
   * Sends a command and resolves with its answer.
   * @throws AppError as the other side refused, or `service_unavailable` when nobody answers in time.
   */
  abstract request(pattern: string, payload: unknown, options: RequestOptions): Promise<unknown>;
  /** Answers a command; the processes of one service share the load. */
  abstract serve(service: string, pattern: string, handler: CommandHandler): Subscription;
  /** Hears every event published while subscribed, in every process; nothing is kept or repeated. For caches. */
  abstract tap(pattern: string, handler: TapHandler): Subscription;
  /**
   * Tells every process that listens to `topic` at this moment. Nothing is kept, repeated or acknowledged, so that
   * whoever relies on it has another way to the truth. Topics are words joined by dots.
   */
  abstract broadcast(topic: string, message: unknown): void;
  abstract listen(topic: string, handler: BroadcastHandler): Subscription;
  /** What the stream holds; null when the bus keeps nothing that could be lost. */
  abstract streamState(): Promise<StreamState | null>;
  /** Id of the event at that position of the stream; null when there is none. */
  abstract eventIdAt(sequence: number): Promise<string | null>;
  /** Rises with every connection and every new stream: the outbox is compared with the stream before more goes in. */
  abstract readonly generation: number;
  /** Rejects, saying why, while nothing can be published. */
  abstract check(): Promise<void>;
  /** Ends every registration, waits for what is running, then disconnects. */
  abstract close(): Promise<void>;
}
