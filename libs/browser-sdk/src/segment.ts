import { TIMESLICE_MS } from './engine.js';
import type { RecorderOptions } from './engine.js';

export interface SegmentListeners {
  onChunk: (chunk: Blob) => void;
  /** The recorder ended without being asked to: a track was lost, or its encoder failed. */
  onLost: (cause: unknown) => void;
}

/** One run of one MediaRecorder over a stream that is never changed under it. */
export class Segment {
  readonly #recorder: MediaRecorder;
  readonly #ended: Promise<void>;
  #isStopping = false;

  constructor(stream: MediaStream, options: RecorderOptions, listeners: SegmentListeners) {
    this.#recorder = new MediaRecorder(stream, options);
    let cause: unknown;
    this.#recorder.ondataavailable = ({ data }) => {
      // A recorder may close with an empty blob, which is no media.
      if (data.size) listeners.onChunk(data);
    };
    this.#recorder.onerror = (event) => (cause = (event as ErrorEvent).error ?? event);
    this.#ended = new Promise((resolve) => {
      this.#recorder.onstop = () => {
        if (!this.#isStopping) listeners.onLost(cause);
        resolve();
      };
    });
  }

  start(): void {
    this.#recorder.start(TIMESLICE_MS);
  }

  /** Resolves after the last chunk was handed over. */
  stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    return this.#ended;
  }
}
