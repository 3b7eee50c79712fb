/** What this device tells the room about itself: once when it changes, and again after every welcome. */
import type { HealthEvent } from '../types.js';
import type { PersonState } from './connection/messages.js';
import type { LocalDevices } from './tracks/local-devices.js';
import type { TrackUploads } from './tracks/track-uploads.js';

interface Observed {
  devices: LocalDevices;
  uploads: TrackUploads;
  screen: MediaStream | null;
}

/** Messages are few, however often something changes. */
const PAUSE_MS = 500;

export class OwnState {
  #isSilent = false;
  #isStorageShort = false;
  #told = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    private readonly observed: Observed,
    private readonly recordings: { isRecording: boolean; failure: unknown },
    private readonly sessionId: string,
    private readonly send: (state: PersonState) => void,
  ) {}

  get current(): PersonState {
    const { devices, uploads, screen } = this.observed;
    const { isRecording, failure } = this.recordings;
    const [microphone] = devices.stream?.getAudioTracks() ?? [];
    const [camera] = devices.stream?.getVideoTracks() ?? [];
    const sum = (of: (item: (typeof uploads.items)[number]) => number) =>
      Math.round(
        uploads.items
          .filter(({ kind, sessionId }) => kind === 'camera' && sessionId === this.sessionId)
          .reduce((all, item) => all + of(item), 0),
      );
    return {
      microphone: !microphone
        ? 'none'
        : devices.isMuted
          ? 'muted'
          : this.#isSilent || microphone.readyState === 'ended'
            ? 'silent'
            : 'on',
      camera: !camera ? 'none' : camera.readyState === 'live' ? 'on' : 'off',
      screen: !!screen,
      recording: isRecording ? 'recording' : failure ? 'failed' : 'idle',
      storageShort: this.#isStorageShort,
      recordedSec: sum(({ durationSec }) => durationSec),
      safeSec: sum(({ durationSec, sentBytes, sizeBytes }) => (durationSec * sentBytes) / sizeBytes),
    };
  }

  hear(event: HealthEvent): void {
    if (event.type === 'storage_low') this.#isStorageShort = true;
    if (event.type === 'storage_low' || event.type.startsWith('device_')) this.tell();
  }

  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent;
    this.tell();
  }

  /** @param always the others may not know the last one */
  tell(always = false): void {
    if (always) this.#told = '';
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const state = this.current;
      const text = JSON.stringify(state);
      if (text === this.#told) return;
      this.#told = text;
      this.send(state);
    }, PAUSE_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
