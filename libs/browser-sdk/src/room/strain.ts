/**
 * Gives up the pictures of the conversation when the machine is too slow for the recording: smaller ones at first, then
 * none. They come back after the take, because what slowed the recording would do so again.
 */
import { FrameRate, LOOK_MS } from './tracks/frame-rate.js';

/** 0: nothing is given up; 1: small pictures; 2: voices alone. */
export type StrainLevel = 0 | 1 | 2;

/** One slow look may be a busy moment. */
const SLOW_LOOKS = 2;

export interface StrainPorts {
  /** The camera's track while it is recorded. */
  recorded: () => MediaStreamTrack | undefined;
  onSlow: (ms: number) => void;
  onLevel: (level: StrainLevel) => void;
}

export class Strain {
  level: StrainLevel = 0;
  readonly #ports: StrainPorts;
  readonly #rate = new FrameRate();
  #slowLooks = 0;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(ports: StrainPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const track = this.#ports.recorded();
    const isSlow = this.#rate.isSlow(track, performance.now());
    if (!track) this.#set(0);
    this.#slowLooks = isSlow ? this.#slowLooks + 1 : 0;
    if (!isSlow) return;
    this.#ports.onSlow(LOOK_MS);
    if (this.#slowLooks % SLOW_LOOKS === 0) this.#set(this.level === 0 ? 1 : 2);
  }

  #set(level: StrainLevel): void {
    if (level === this.level) return;
    this.level = level;
    this.#ports.onLevel(level);
  }
}
