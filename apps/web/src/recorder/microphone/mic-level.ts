/** The microphone level of a stream, measured with a Web Audio analyser. */

export const LEVEL_STEPS = 12;
const EVERY_MS = 80;
/** The lowest level shown; below it is background noise. Full scale is 0 dB. */
const FLOOR_DB = -54;

/** Level from 0 to LEVEL_STEPS of samples between -1 and 1, linear in decibels. */
export function levelOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak === 0) return 0;
  const db = 20 * Math.log10(peak);
  return Math.round(Math.min(1, Math.max(0, 1 - db / FLOOR_DB)) * LEVEL_STEPS);
}

/**
 * Reports the level whenever it changes, until the returned function is called. Leaves the stream's tracks
 * alone, and follows the stream when the SDK replaces the track of a reconnected microphone.
 */
export function watchLevel(stream: MediaStream, report: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  void context.resume();
  const samples = new Float32Array(analyser.fftSize);
  let track: MediaStreamTrack | undefined;
  let source: MediaStreamAudioSourceNode | undefined;
  let last = 0;
  const follow = () => {
    const [current] = stream.getAudioTracks();
    if (current === track) return;
    source?.disconnect();
    track = current;
    source = current && context.createMediaStreamSource(new MediaStream([current]));
    source?.connect(analyser);
  };
  const timer = setInterval(() => {
    follow();
    analyser.getFloatTimeDomainData(samples);
    const level = levelOf(samples);
    if (level !== last) report(level);
    last = level;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    source?.disconnect();
    void context.close();
  };
}
