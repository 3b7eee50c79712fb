import { correctionOf, placeAt, totalMsOf, type Lane } from './timeline.model.js';

export interface PlayerState {
  positionMs: number;
  isPlaying: boolean;
  /** Some file has not arrived far enough; all wait for it. */
  isWaiting: boolean;
}

const TICK_MS = 100;

/** Plays the files of several tracks on one timeline. Its clock is the page's, which stands while a file is waited for. */
export class SyncedPlayer {
  private readonly elements = new Map<string, HTMLMediaElement>();
  private readonly listeners = new Set<() => void>();
  private state: PlayerState = { positionMs: 0, isPlaying: false, isWaiting: false };
  private timer: ReturnType<typeof setInterval> | undefined;
  private tickedAt = 0;

  constructor(private readonly lanes: readonly Lane[]) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): PlayerState => this.state;

  /** Takes over the element of a track. Returns what lets it go. */
  attach(trackId: string, element: HTMLMediaElement): () => void {
    this.elements.set(trackId, element);
    this.align();
    return () => {
      this.elements.delete(trackId);
      if (this.elements.size === 0) this.pause();
    };
  }

  play(): void {
    if (this.state.isPlaying) return;
    const atEnd = this.state.positionMs >= totalMsOf(this.lanes);
    this.change({ isPlaying: true, ...(atEnd && { positionMs: 0 }) });
    if (atEnd) this.align();
    // Some browsers let an element sound later only if it was played by a press.
    for (const element of this.elements.values()) start(element);
    this.tickedAt = performance.now();
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.tick();
  }

  pause(): void {
    clearInterval(this.timer);
    for (const element of this.elements.values()) element.pause();
    this.change({ isPlaying: false, isWaiting: false });
    this.align();
  }

  /** @param timeMs on the timeline; kept within it */
  seek(timeMs: number): void {
    this.change({ positionMs: Math.min(Math.max(0, timeMs), totalMsOf(this.lanes)) });
    this.align();
  }

  /** Sets every file to where it should be. */
  private align(): void {
    for (const [lane, element] of this.attached())
      element.currentTime = placeAt(lane, this.state.positionMs).mediaSec;
  }

  private tick(): void {
    const now = performance.now();
    const passed = now - this.tickedAt;
    this.tickedAt = now;
    const isWaiting = this.attached().some(
      ([lane, element]) =>
        placeAt(lane, this.state.positionMs).isWithin && isStarved(element) && !element.error,
    );
    const positionMs = this.state.positionMs + (isWaiting ? 0 : passed);
    const end = totalMsOf(this.lanes);
    this.change({ isWaiting, positionMs: Math.min(positionMs, end) });
    if (positionMs >= end) return this.pause();
    for (const [lane, element] of this.attached()) this.steer(lane, element);
  }

  private steer(lane: Lane, element: HTMLMediaElement): void {
    const place = placeAt(lane, this.state.positionMs);
    if (!place.isWithin || this.state.isWaiting) {
      element.pause();
      if (!place.isWithin && !isAt(element, place.mediaSec)) element.currentTime = place.mediaSec;
      return;
    }
    const correction = correctionOf(lane, place, element.currentTime);
    if (correction.kind === 'rate') element.playbackRate = correction.rate;
    else if (!element.seeking) element.currentTime = correction.mediaSec;
    if (element.paused && !element.ended) start(element);
  }

  private attached(): [Lane, HTMLMediaElement][] {
    return this.lanes.flatMap((lane) => {
      const element = this.elements.get(lane.id);
      return element ? [[lane, element]] : [];
    });
  }

  private change(changes: Partial<PlayerState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/** Below this a file is at its end, where players have nothing more to wait for. */
const END_SEC = 0.25;

/** A refusal shows as a picture that stands; its page says when a file cannot be played. */
function start(element: HTMLMediaElement): void {
  void element.play().catch(() => undefined);
}

function isStarved({ readyState, duration, currentTime }: HTMLMediaElement): boolean {
  return readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !(currentTime >= duration - END_SEC);
}

function isAt({ currentTime }: HTMLMediaElement, seconds: number): boolean {
  return Math.abs(currentTime - seconds) < 0.05;
}
