/** Camera and microphone of this device: the one stream that is recorded, and that the others see and hear. */
import type { CaptureError } from '../../errors.js';
import { closeDevices, constraintsFor, openDevices } from '../../recording/devices.js';

export interface DeviceChoice {
  cameraId?: string | undefined;
  microphoneId?: string | undefined;
  /** Off only where headphones are worn: it takes something from the voice. Default true. */
  echoCancellation?: boolean;
}

export class LocalDevices {
  #choice: DeviceChoice = {};
  /** The latest that could be opened. */
  #working: DeviceChoice | undefined;
  #stream: MediaStream | null = null;
  #isMuted = false;
  #opening: Promise<MediaStream> | undefined;

  /**
   * @param onChange other devices are open, or one was lost, muted or unmuted
   * @param onFallback the chosen ones could not be opened, and those from before are open again
   */
  constructor(
    private readonly onChange: (stream: MediaStream | null) => void,
    private readonly onFallback: (error: CaptureError) => void = () => undefined,
  ) {}

  get stream(): MediaStream | null {
    return this.#stream;
  }

  get choice(): DeviceChoice {
    return this.#choice;
  }

  get constraints(): MediaStreamConstraints {
    const { cameraId, microphoneId, echoCancellation = true } = this.#choice;
    return constraintsFor({
      video: cameraId ? { deviceId: { exact: cameraId } } : {},
      audio: { echoCancellation, ...(microphoneId && { deviceId: { exact: microphoneId } }) },
    });
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /** A muted microphone is silent in the recording as well: what somebody says then is nobody's. */
  set isMuted(isMuted: boolean) {
    this.#isMuted = isMuted;
    for (const track of this.#stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
    this.onChange(this.#stream);
  }

  /** Rejects with `permission_denied`, `no_devices` or `unsupported_browser`. */
  open(choice: DeviceChoice = this.#choice): Promise<MediaStream> {
    this.#choice = choice;
    return (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
  }

  /**
   * Turns the present devices off without opening the chosen ones: a recorder that loses its tracks opens them by
   * itself, and goes on in a new segment.
   */
  handOver(choice: DeviceChoice): void {
    this.#choice = choice;
    closeDevices(this.#stream ?? undefined);
  }

  /** What is being opened is turned off as soon as it is open. */
  close(): void {
    closeDevices(this.#stream ?? undefined);
    this.#stream = null;
    void this.#opening?.then(() => this.close()).catch(() => undefined);
  }

  async #open(): Promise<MediaStream> {
    // Some systems open a camera once at a time, even for one page.
    closeDevices(this.#stream ?? undefined);
    const choice = this.#choice;
    const stream = await openDevices(this.constraints).catch((error: CaptureError) => this.#fallBack(error));
    // Others were chosen meanwhile.
    if (this.#choice !== choice && this.#choice !== this.#working) {
      closeDevices(stream);
      return this.#open();
    }
    this.#working = this.#choice;
    for (const track of stream.getAudioTracks()) track.enabled = !this.#isMuted;
    for (const track of stream.getTracks())
      track.addEventListener('ended', () => this.onChange(this.#stream));
    this.#stream = stream;
    this.onChange(stream);
    return stream;
  }

  /** A person who tried another device, perhaps in the middle of a take, is not left without any. */
  async #fallBack(error: CaptureError): Promise<MediaStream> {
    if (!this.#working || this.#working === this.#choice) throw error;
    this.#choice = this.#working;
    const stream = await openDevices(this.constraints);
    this.onFallback(error);
    return stream;
  }
}
