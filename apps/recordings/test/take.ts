import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  newId,
  type CompletedUpload,
  type CompleteUpload,
  type GrantParts,
  type OpenUpload,
  type PartGrant,
} from '@capture/contracts';
import { nobody, type RecordingsUnderTest } from './service.js';

/** Two seconds of H.264 and Opus in fragments, as a browser's recorder makes them. */
export const REAL_TAKE = readFileSync(new URL('./fixtures/take.mp4', import.meta.url));

export type Grant = Extract<PartGrant, { url: string }>;
export type PartClaim = GrantParts['parts'][number];

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes that begin like an MP4 file and are noise from there on. */
export function noiseTake(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  return bytes;
}

/** The service as an uploader sees it: in this process, or in one that may be killed. */
export type Service = Pick<RecordingsUnderTest, 'send' | 'local' | 'vouch'> & {
  sandbox: { env: Record<string, string> };
};

/** A person's side of one upload. */
export class Uploader {
  readonly uploadId = newId('upload');
  readonly partSize: number;
  private claims: PartClaim[] | undefined;
  readonly captureRequestId = newId('captureRequest');

  constructor(
    private readonly service: Service,
    readonly bytes: Buffer,
    readonly organizationId = newId('organization'),
    private readonly about: Partial<OpenUpload> = {},
  ) {
    this.partSize = Number(service.sandbox.env['CAPTURE_PART_SIZE_BYTES']);
  }

  get ref(): { organizationId: string; uploadId: string } {
    return { organizationId: this.organizationId, uploadId: this.uploadId };
  }

  get opening(): OpenUpload {
    return {
      ...this.ref,
      kind: 'camera',
      contentType: 'video/mp4;codecs="avc1.42E01E,opus"',
      sizeBytes: this.bytes.length,
      captureRequestId: this.about.sessionId ? null : this.captureRequestId,
      sessionId: null,
      participantId: null,
      isGuest: false,
      ...this.about,
    };
  }

  /** What the client says of each part; hashed once, for the bytes stay as they are. */
  get parts(): PartClaim[] {
    this.claims ??= Array.from({ length: Math.ceil(this.bytes.length / this.partSize) }, (_, index) => {
      const bytes = this.part(index + 1);
      return { number: index + 1, size: bytes.length, sha256: sha256(bytes) };
    });
    return this.claims;
  }

  part(number: number): Buffer {
    return this.bytes.subarray((number - 1) * this.partSize, number * this.partSize);
  }

  open(): Promise<{ partSize: number }> {
    return this.service.send('recordings.open_upload', this.opening);
  }

  /** Grant of one part; fails when the part is stored already. */
  async grant(number: number): Promise<Grant> {
    const claim = this.parts[number - 1];
    const [grant] = claim ? await this.grants([claim]) : [];
    if (!grant || !('url' in grant)) throw new Error(`part ${number} needs no grant`);
    return grant;
  }

  grants(parts: PartClaim[] = this.parts): Promise<PartGrant[]> {
    return this.service.send('recordings.grant_parts', { ...this.ref, parts });
  }

  put(grant: Grant, bytes: Uint8Array = this.part(grant.number)): Promise<Response> {
    const url = this.service.local(grant.url);
    // What leads to the store itself does not come through the gateway.
    const vouched = url === grant.url ? {} : this.service.vouch(nobody);
    return fetch(url, {
      method: grant.method,
      headers: { ...vouched, ...grant.headers },
      body: new Uint8Array(bytes),
    });
  }

  /** Sends what is missing. Returns how many parts were sent. */
  async sendAll(): Promise<number> {
    const { parts } = this;
    let sent = 0;
    for (let at = 0; at < parts.length; at += 100) {
      for (const grant of await this.grants(parts.slice(at, at + 100))) {
        if (!('url' in grant)) continue;
        const { ok, status } = await this.put(grant);
        if (!ok) throw new Error(`part ${grant.number} was answered ${status}`);
        sent += 1;
      }
    }
    return sent;
  }

  complete(changes: Partial<CompleteUpload> = {}): Promise<CompletedUpload> {
    return this.service.send('recordings.complete_upload', {
      ...this.ref,
      parts: this.parts.map(({ number, sha256: digest }) => ({ number, sha256: digest })),
      merkleRoot: null,
      sha256: null,
      durationSec: 2,
      manifest: { manifestVersion: 1, sdk: { name: '@capture/browser', version: '0.1.0' } },
      submissionId: null,
      ...changes,
    });
  }

  async land(changes: Partial<CompleteUpload> = {}): Promise<CompletedUpload> {
    await this.open();
    await this.sendAll();
    return this.complete(changes);
  }
}
