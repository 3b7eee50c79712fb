import { Transform, type TransformCallback } from 'node:stream';

const CLOSE = 0x8;
/** Close, one frame, unmasked, two bytes: 1012, Service Restart (RFC 6455 section 5.5.1, IANA's registry of close codes). */
const SERVICE_RESTART = Buffer.from([0x88, 0x02, 0x03, 0xf4]);

/**
 * Passes on what a service says on a WebSocket, and keeps count of where a frame ends: only there something of the
 * gateway's own can be said (RFC 6455 section 5.2). Payloads are not looked at.
 */
export class ServiceFrames extends Transform {
  private readonly header: number[] = [];
  /** Bytes of the frame's payload that have not come yet. */
  private missing = 0;
  private hasClosed = false;
  private isRestarting = false;
  private isFinished = false;

  /** After the frame that is under way the caller is told to connect again, unless the service has said its goodbye. */
  restart(): void {
    if (this.isRestarting) return;
    this.isRestarting = true;
    if (this.isBetweenFrames()) this.finish();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.isFinished) return done();
    let at = 0;
    while (at < chunk.length && !(this.isRestarting && this.isBetweenFrames())) at = this.consume(chunk, at);
    this.push(chunk.subarray(0, at));
    if (this.isRestarting && this.isBetweenFrames()) this.finish();
    done();
  }

  private isBetweenFrames(): boolean {
    return this.header.length === 0 && this.missing === 0;
  }

  /** Where to go on after as much of one frame as there is. */
  private consume(chunk: Buffer, at: number): number {
    if (this.missing > 0) {
      const taken = Math.min(this.missing, chunk.length - at);
      this.missing -= taken;
      return at + taken;
    }
    this.header.push(chunk[at] ?? 0);
    if (this.header.length === headerLength(this.header)) this.begin();
    return at + 1;
  }

  private begin(): void {
    const [first = 0] = this.header;
    this.hasClosed ||= (first & 0x0f) === CLOSE;
    this.missing = payloadLength(this.header);
    this.header.length = 0;
  }

  private finish(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    if (!this.hasClosed) this.push(SERVICE_RESTART);
    this.push(null);
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
