import { sendLeftovers, type TrackUpload, type TrackUploads } from '@capture/browser/room';

/** What an earlier page recorded on this device and did not send. It needs neither a camera nor a way into this room. */
export class Leftovers {
  #uploads: TrackUploads | null = null;
  #isSending = false;
  #isClosed = false;

  constructor(private readonly onChange: () => void) {}

  get items(): readonly TrackUpload[] {
    return this.#uploads?.items ?? [];
  }

  send(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    sendLeftovers(this.onChange).then(
      (uploads) => {
        this.#uploads = uploads;
        if (this.#isClosed) uploads.close();
        this.onChange();
      },
      // Without storage there is nothing left over.
      () => undefined,
    );
  }

  retry(): void {
    this.#uploads?.retry();
  }

  /** Somebody else goes on with them, or nobody. */
  close(): void {
    this.#isClosed = true;
    this.#uploads?.close();
  }
}
