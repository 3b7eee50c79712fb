/** Observes what can disturb a recording: its devices and its page. */
import type { DeviceKind } from '../types.js';

/** Watches a stream until the returned function is called. */
export function watchTracks(
  stream: MediaStream,
  onEnded: (kind: DeviceKind) => void,
  onMuted: (kind: DeviceKind, isMuted: boolean) => void,
): () => void {
  const done = new AbortController();
  const options = { signal: done.signal };
  for (const track of stream.getTracks()) {
    const kind = track.kind === 'video' ? 'camera' : 'microphone';
    track.addEventListener('ended', () => onEnded(kind), options);
    track.addEventListener('mute', () => onMuted(kind, true), options);
    track.addEventListener('unmute', () => onMuted(kind, false), options);
  }
  return () => done.abort();
}

/** Reports when the page is hidden or shown, and keeps the screen on. */
export function watchPage(onHidden: (isHidden: boolean) => void): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const keepAwake = () => {
    // May be refused, for example on a low battery; the recording goes on.
    lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  const onChange = () => {
    // The browser releases the lock whenever the page is hidden.
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

/** Those of its picture or its sound; empty when it has none. */
export function settingsOf(stream: MediaStream, kind: 'video' | 'audio'): MediaTrackSettings {
  return (
    stream
      .getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings() ?? {}
  );
}
