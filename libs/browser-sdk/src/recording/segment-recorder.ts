import { pause } from '../pause.js';
import { TIMESLICE_MS, type RecorderOptions } from './recorder-settings.js';

const STOP_MS = 8000;

/**
 * Runs a MediaRecorder over a stream that does not change. The returned function stops it, and resolves after the last
 * chunk was emitted. `onLost`: it stopped by itself, as a track was lost or the encoder failed.
 */
export function recordSegment(
  stream: MediaStream,
  options: RecorderOptions,
  onChunk: (chunk: Blob) => void,
  onLost: (cause: unknown) => void,
): () => Promise<void> {
  const recorder = new MediaRecorder(stream, options);
  let isStopping = false;
  let cause: unknown;
  recorder.ondataavailable = ({ data }) => {
    // The last blob may be empty.
    if (data.size) onChunk(data);
  };
  recorder.onerror = (event) => (cause = (event as ErrorEvent).error ?? event);
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      if (!isStopping) onLost(cause);
      resolve();
    };
  });
  recorder.start(TIMESLICE_MS);
  return () => {
    isStopping = true;
    if (recorder.state !== 'inactive') recorder.stop();
    // What was emitted by then is on its way to the disk; nobody waits for a recorder that hangs.
    return Promise.race([ended, pause(STOP_MS)]);
  };
}
