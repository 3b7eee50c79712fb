/** What can happen to a recording from outside: to its devices, and to its page. */
import type { DeviceKind } from './types.js';

/** There is no event for a picture that changes its size. */
const SIZE_POLL_MS = 250;

export interface TrackListeners {
  onEnded: (kind: DeviceKind) => void;
  onMuted: (kind: DeviceKind, isMuted: boolean) => void;
  onResized: (size: { width: number; height: number }) => void;
}

/** Watches a stream until the returned function is called. */
export function watchTracks(
  stream: MediaStream,
  { onEnded, onMuted, onResized }: TrackListeners,
): () => void {
  const done = new AbortController();
  const options = { signal: done.signal };
  for (const track of stream.getTracks()) {
    const kind = track.kind === 'video' ? 'camera' : 'microphone';
    track.addEventListener('ended', () => onEnded(kind), options);
    track.addEventListener('mute', () => onMuted(kind, true), options);
    track.addEventListener('unmute', () => onMuted(kind, false), options);
  }
  const size = () => {
    const { width = 0, height = 0 } = stream.getVideoTracks()[0]?.getSettings() ?? {};
    return { width, height };
  };
  let last = size();
  const poll = setInterval(() => {
    const now = size();
    if (now.width === last.width && now.height === last.height) return;
    last = now;
    onResized(now);
  }, SIZE_POLL_MS);
  return () => {
    done.abort();
    clearInterval(poll);
  };
}

/** Tells of the page being hidden and shown, and keeps the screen on meanwhile. */
export function watchPage(onHidden: (isHidden: boolean) => void): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const keepAwake = () => {
    // Refused on a low battery, for example; the recording goes on all the same.
    lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  const onChange = () => {
    // The browser lets go of the lock whenever the page is hidden.
    if (!document.hidden) keepAwake();
    onHidden(document.hidden);
  };
  keepAwake();
  document.addEventListener('visibilitychange', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    void lock?.then((sentinel) => sentinel?.release());
  };
}
