const CLOSE = 0x8;

/**
 * Keeps count of where a frame ends of what a service says on a WebSocket: only there something of the gateway's own can be
 * said (RFC 6455 section 5.2). Payloads are not looked at.
 */
export class ServiceFrames {
  private readonly header: number[] = [];
  /** Bytes of the frame's payload that have not come yet. */
  private missing = 0;
  private isRestarting = false;
  private closed = false;

  /** The service has said its goodbye, which is the last word. */
  get hasClosed(): boolean {
    return this.closed;
  }

  /** After `restart`, and after the frame that was under way: nothing of the service is passed on any more. */
  get isOver(): boolean {
    return this.isRestarting && this.header.length === 0 && this.missing === 0;
  }

  /** The frame that is under way is the last one to be passed on. */
  restart(): void {
    this.isRestarting = true;
  }

  /** What of a piece is passed on: all of it, or as much as belongs to the last frame. */
  passed(piece: Buffer): Buffer {
    let at = 0;
    while (at < piece.length && !this.isOver) at = this.consume(piece, at);
    return piece.subarray(0, at);
  }

  /** Where to go on after as much of one frame as there is. */
  private consume(piece: Buffer, at: number): number {
    if (this.missing > 0) {
      const taken = Math.min(this.missing, piece.length - at);
      this.missing -= taken;
      return at + taken;
    }
    this.header.push(piece[at] ?? 0);
    if (this.header.length === headerLength(this.header)) this.begin();
    return at + 1;
  }

  private begin(): void {
    const [first = 0] = this.header;
    this.closed ||= (first & 0x0f) === CLOSE;
    this.missing = payloadLength(this.header);
    this.header.length = 0;
  }
}

/** Bytes of a frame's header, of which the first two say it; 2 until they are there. */
function headerLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const length = second & 0x7f;
  return 2 + (length === 126 ? 2 : length === 127 ? 8 : 0) + (second & 0x80 ? 4 : 0);
}

function payloadLength(header: readonly number[]): number {
  const length = (header[1] ?? 0) & 0x7f;
  if (length < 126) return length;
  const bytes = Buffer.from(header.slice(2, length === 126 ? 4 : 10));
  return length === 126 ? bytes.readUInt16BE() : Number(bytes.readBigUInt64BE());
}
