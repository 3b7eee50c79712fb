import { createHash } from 'node:crypto';
import type { Api } from './api.js';

export interface LinkAccess {
  kind: 'contacts' | 'campaigns';
  id: string;
  key: string;
}

/** Reads id and key from a personal or open link, as the recorder page does. */
export function accessOf(link: string): LinkAccess {
  const url = new URL(link);
  const [, entry, id] = url.pathname.split('/');
  const key = url.searchParams.get('k');
  if (id === undefined || key === null) throw new Error('the link has no id or key');
  return { kind: entry === 'r' ? 'contacts' : 'campaigns', id, key };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface Grant {
  number: number;
  stored?: boolean;
  method?: string;
  url?: string;
  headers?: Record<string, string>;
}

export interface TakeOptions {
  bytes: Buffer;
  durationSec: number;
  displayName?: string;
  releaseVersion?: string;
  clientTakeId?: string;
  respondentId?: string;
}

/** The HTTP calls of a respondent's browser: the part protocol, step by step. */
export class Respondent {
  constructor(
    private readonly api: Api,
    readonly access: LinkAccess,
  ) {}

  private get token(): { token: string } {
    return { token: this.access.key };
  }

  open(options: TakeOptions): Promise<{ takeId: string; partSize: number }> {
    const { bytes, durationSec, displayName, releaseVersion, clientTakeId, respondentId } = options;
    const body = {
      durationSec,
      sizeBytes: bytes.length,
      contentType: 'video/mp4',
      releaseAccepted: releaseVersion !== undefined,
      manifest: manifest(durationSec),
      ...(displayName === undefined ? {} : { displayName }),
      ...(releaseVersion === undefined ? {} : { releaseVersion }),
      ...(clientTakeId === undefined ? {} : { clientTakeId }),
      ...(respondentId === undefined ? {} : { respondentId }),
    };
    return this.api.post(`/v1/respond/${this.access.kind}/${this.access.id}/takes`, body, this.token);
  }

  grant(
    takeId: string,
    parts: { number: number; size: number; sha256: string }[],
  ): Promise<{ data: Grant[] }> {
    return this.api.expect(200, 'POST', `/v1/respond/takes/${takeId}/parts`, {
      ...this.token,
      body: { parts },
    });
  }

  complete(takeId: string, parts: { number: number; sha256: string }[]): Promise<{ submissionId: string }> {
    return this.api.post(`/v1/respond/takes/${takeId}/complete`, { parts }, this.token);
  }

  /** Uploads every part that is not stored yet. */
  async upload(
    takeId: string,
    bytes: Buffer,
    partSize: number,
  ): Promise<{ number: number; sha256: string }[]> {
    return sendParts(bytes, partSize, async (parts) => (await this.grant(takeId, parts)).data);
  }

  /** The whole answer: open, upload, complete. */
  async submit(options: TakeOptions): Promise<string> {
    const { takeId, partSize } = await this.open(options);
    const parts = await this.upload(takeId, options.bytes, partSize);
    const { submissionId } = await this.complete(takeId, parts);
    return submissionId;
  }
}

/** Requests grants and sends the missing parts. Returns the part list for completing. */
export async function sendParts(
  bytes: Buffer,
  partSize: number,
  grant: (parts: { number: number; size: number; sha256: string }[]) => Promise<Grant[]>,
): Promise<{ number: number; sha256: string }[]> {
  const parts = split(bytes, partSize);
  const wanted = parts.map(({ number, data }) => ({ number, size: data.length, sha256: sha256(data) }));
  for (const { number, stored, method, url, headers } of await grant(wanted)) {
    const part = parts[number - 1];
    if (stored || !part || url === undefined) continue;
    const answer = await fetch(url, {
      method: method ?? 'PUT',
      headers: headers ?? {},
      body: new Uint8Array(part.data),
    });
    if (!answer.ok) throw new Error(`part ${number} was refused: ${answer.status} ${await answer.text()}`);
  }
  return wanted.map(({ number, sha256: digest }) => ({ number, sha256: digest }));
}

function split(bytes: Buffer, partSize: number): { number: number; data: Buffer }[] {
  const count = Math.ceil(bytes.length / partSize);
  return Array.from({ length: count }, (_unused, index) => ({
    number: index + 1,
    data: bytes.subarray(index * partSize, (index + 1) * partSize),
  }));
}

/** A minimal capture manifest. */
export function manifest(durationSec: number): Record<string, unknown> {
  const stoppedAt = new Date();
  return {
    manifestVersion: 1,
    sdk: { name: 'black-box', version: '0.0.0' },
    userAgent: 'black-box',
    platform: 'test',
    recorder: {
      mimeType: 'video/mp4',
      videoBitsPerSecond: null,
      audioBitsPerSecond: null,
      timesliceMs: 1000,
    },
    constraints: {},
    settings: {},
    devices: [],
    startedAt: new Date(stoppedAt.getTime() - durationSec * 1000).toISOString(),
    stoppedAt: stoppedAt.toISOString(),
    clock: { samples: 0, offsetMs: null, uncertaintyMs: null, driftPpm: null },
    fragments: [],
    merkleRoot: null,
    interruptions: [],
  };
}
