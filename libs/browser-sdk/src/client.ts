import type {
  CaptureClientOptions,
  CaptureEvents,
  CaptureState,
  PreviewOptions,
  RequestInfo,
  StrandedTake,
  SubmitOptions,
  SubmitResult,
  Take,
} from './types.js';

/** Records one person's answer to a capture request in this browser, and submits it. */
export declare class CaptureClient {
  static isSupported(): boolean;
  static listStranded(): Promise<StrandedTake[]>;
  constructor(options: CaptureClientOptions);
  readonly state: CaptureState;
  readonly take: Take | null;
  getRequest(): Promise<RequestInfo>;
  preview(options?: PreviewOptions): Promise<MediaStream>;
  start(): Promise<void>;
  stop(): Promise<Take>;
  discard(): Promise<void>;
  recover(takeId?: string): Promise<Take>;
  submit(options: SubmitOptions): Promise<SubmitResult>;
  destroy(): void;
  on<K extends keyof CaptureEvents>(type: K, listener: (event: CaptureEvents[K]) => void): () => void;
}
