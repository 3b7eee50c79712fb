import type { EventEnvelope } from '@capture/contracts';

export interface PublishReceipt {
  /** Epoch of the stream that holds the event; null when the bus stores nothing that could be lost. */
  epoch: string | null;
  sequence: number;
}

export interface StreamState {
  /** Changes when the stream is created anew. */
  epoch: string;
  firstSequence: number;
  lastSequence: number;
}

/** Positions of the stream that were dropped before a consumer had them. Only events of its pattern matter to it. */
export interface MissedRange {
  id: string;
  consumer: string;
  pattern: string;
  /** Of the stream that the positions are of. */
  epoch: string;
  first: number;
  last: number;
}

export type Headers = Record<string, string>;

export interface Delivery {
  event: EventEnvelope;
  /** W3C trace headers of the transaction that added the event. */
  headers: Headers;
  /** 1 for the first delivery to this consumer. */
  attempt: number;
}

export interface ConsumeOptions {
  /** Name that survives restarts; processes that share it share the work. Letters, digits, `-` and `_`. */
  durable: string;
  /** Event type, with `*` for one word or `>` for the rest. */
  pattern: string;
  /** Resolves once the effect is committed. After a rejection the event is delivered again. */
  handler: (delivery: Delivery) => Promise<void>;
  maxDeliver: number;
  /** Wait before the second, third… delivery; the last entry repeats. */
  backoffMs: readonly number[];
  /** An event that is neither finished nor extended for this long goes to another process. */
  ackWaitMs: number;
  /** Handlers that this process runs at once for this consumer; events of one organization run one at a time. */
  concurrency: number;
  /** Events of one organization run at once too. */
  unordered?: boolean;
  /**
   * Whether what every handler needs is there, which is the service's database. Asked after a delivery has failed: until it
   * resolves to true nothing is delivered to this consumer, as an outage says nothing about its events.
   */
  canHandle?: () => Promise<boolean>;
  /** Records the event as undeliverable. When that fails too, the event is kept and tried again. */
  onLastFailure: (delivery: Delivery, error: unknown) => Promise<void>;
}

/** A registration on the bus. */
export interface Subscription {
  /** Resolves once the bus has the registration: at once in process, after connecting over a network. */
  readonly ready: Promise<void>;
  /** Accepts nothing more and waits for what is running. */
  close(): Promise<void>;
}

export type RequestHandler = (payload: unknown, headers: Headers) => Promise<unknown>;
export type EventSubscriber = (event: EventEnvelope) => void | Promise<void>;
export type BroadcastHandler = (message: unknown) => void;

export interface RequestOptions {
  timeoutMs: number;
  headers?: Headers;
}

/** A process that composes several services provides their shared bus under this token. */
export const BUS = Symbol('bus');

/**
 * How services communicate: events go to durable consumers, commands are requests with a reply. Everything crosses as
 * JSON, also within one process, so that no two services ever share an object.
 */
export abstract class Bus {
  /** Resolves once the bus has stored the event. The same event id twice within two minutes counts once. */
  abstract publish(event: EventEnvelope, headers?: Headers): Promise<PublishReceipt>;
  abstract consume(options: ConsumeOptions): Subscription;
  /**
   * Sends a command and resolves with its reply.
   * @throws AppError as the other side refused, or `service_unavailable` without a reply in time.
   */
  abstract request(subject: string, payload: unknown, options: RequestOptions): Promise<unknown>;
  /** Serves a command; the processes of one service share the load. */
  abstract serve(service: string, subject: string, handler: RequestHandler): Subscription;
  /** Receives every event published while subscribed, in every process. Nothing is stored or repeated: for caches. */
  abstract subscribe(pattern: string, subscriber: EventSubscriber): Subscription;
  /**
   * Sends to every process that listens to `topic` at this moment; while the bus is down, to those who listen in this process.
   * Nothing is stored, repeated or acknowledged, so listeners need another source of the truth. Topics are words joined by
   * dots.
   */
  abstract broadcast(topic: string, message: unknown): void;
  abstract listen(topic: string, handler: BroadcastHandler): Subscription;
  /** Events that this consumer has not finished: those that wait for it, and those that its processes hold. */
  abstract backlog(durable: string): Promise<number>;
  /** What the stream holds; null when the bus stores nothing that could be lost. */
  abstract streamState(): Promise<StreamState | null>;
  /** Id of the event at that position of the stream; null when there is none. */
  abstract eventIdAt(sequence: number): Promise<string | null>;
  /** What consumers have missed that have caught up since: it is to be published again. */
  abstract missed(): Promise<MissedRange[]>;
  /** Rises with every connection and every new stream; the outbox is then compared with the stream. */
  abstract readonly generation: number;
  /** Rejects with the reason while nothing can be published. */
  abstract check(): Promise<void>;
  /** Ends every registration, waits for what is running, then disconnects. */
  abstract close(): Promise<void>;
}
