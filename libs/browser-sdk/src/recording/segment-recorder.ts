import { pause } from '../pause.js';
import { TIMESLICE_MS, type RecorderOptions } from './recorder-settings.js';

const STOP_MS = 8000;

export interface SegmentListeners {
  onChunk: (chunk: Blob) => void;
  /** The recorder stopped by itself: a track was lost or the encoder failed. */
  onLost: (cause: unknown) => void;
}

/** One run of a MediaRecorder over a stream that does not change. */
export class SegmentRecorder {
  readonly #recorder: MediaRecorder;
  readonly #ended: Promise<void>;
  #isStopping = false;

  constructor(stream: MediaStream, options: RecorderOptions, listeners: SegmentListeners) {
    this.#recorder = new MediaRecorder(stream, options);
    let cause: unknown;
    this.#recorder.ondataavailable = ({ data }) => {
      // The last blob may be empty.
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

  /** Resolves after the last chunk was emitted. */
  stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    // What was emitted by then is on its way to the disk; nobody waits for a recorder that hangs.
    return Promise.race([this.#ended, pause(STOP_MS)]);
  }
}
