import { request, type ClientRequest } from 'node:http';
import type { Answer, Api, ProblemBody } from './api.js';
import { sha256, type Respondent } from './respondent.js';

interface PartGrant {
  number: number;
  stored?: boolean;
  url: string;
  headers: Record<string, string>;
}

/** Random bytes with an MP4 header: accepted, and different every time. */
export function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 4) bytes.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), at);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  return bytes;
}

/** Uploads one take part by part, controlled by the test. Two instances for one take act as two tabs. */
export class TakeUpload {
  readonly parts: { number: number; size: number; sha256: string }[];

  private constructor(
    private readonly api: Api,
    private readonly respondent: Respondent,
    readonly takeId: string,
    readonly partSize: number,
    readonly bytes: Buffer,
  ) {
    this.parts = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) => {
      const data = this.part(index + 1);
      return { number: index + 1, size: data.length, sha256: sha256(data) };
    });
  }

  static async open(api: Api, respondent: Respondent, bytes: Buffer): Promise<TakeUpload> {
    const take = await respondent.open({ bytes, durationSec: 3, displayName: 'Ada', releaseVersion: 'v1' });
    return new TakeUpload(api, respondent, take.takeId, take.partSize, bytes);
  }

  private get listed(): { number: number; sha256: string }[] {
    return this.parts.map(({ number, sha256: digest }) => ({ number, sha256: digest }));
  }

  part(number: number): Buffer {
    return this.bytes.subarray((number - 1) * this.partSize, number * this.partSize);
  }

  /** The same take as seen by another tab or a reloaded page. */
  reopen(): TakeUpload {
    return new TakeUpload(this.api, this.respondent, this.takeId, this.partSize, this.bytes);
  }

  async stored(): Promise<number[]> {
    const { key: token } = this.respondent.access;
    const { storedParts } = await this.api.get<{ storedParts: number[] }>(
      `/v1/respond/takes/${this.takeId}`,
      { token },
    );
    return storedParts;
  }

  /** Undefined when the part is already stored. */
  async grant(number: number): Promise<PartGrant | undefined> {
    const { data } = await this.respondent.grant(this.takeId, this.parts.slice(number - 1, number));
    const [grant] = data as PartGrant[];
    return grant?.stored ? undefined : grant;
  }

  put(grant: PartGrant, bytes: Uint8Array = this.part(grant.number)): Promise<Response> {
    return fetch(grant.url, { method: 'PUT', headers: grant.headers, body: new Uint8Array(bytes) });
  }

  /** Sends the missing parts one by one. Returns their numbers. */
  async sendMissing(): Promise<number[]> {
    const sent: number[] = [];
    for (const { number } of this.parts) {
      const grant = await this.grant(number);
      if (!grant) continue;
      const { ok, status } = await this.put(grant);
      if (!ok) throw new Error(`part ${number} was answered ${status}`);
      sent.push(number);
    }
    return sent;
  }

  complete(fields: Record<string, unknown> = {}): Promise<Answer<ProblemBody & { submissionId: string }>> {
    return this.api.call('POST', `/v1/respond/takes/${this.takeId}/complete`, {
      token: this.respondent.access.key,
      body: { parts: this.listed, ...fields },
    });
  }

  /** Completes and closes the connection as soon as the request is sent, so that the answer is lost. */
  async completeWithoutAnswer(): Promise<void> {
    const body = JSON.stringify({ parts: this.listed });
    const call = request(`${this.api.baseUrl}/api/v1/respond/takes/${this.takeId}/complete`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.respondent.access.key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    const gone = new Promise<void>((resolve) => call.once('close', () => resolve()));
    call.once('error', () => undefined);
    call.end(body, () => call.destroy());
    await gone;
  }
}

export interface RawPut {
  request: ClientRequest;
  /** Status of the answer, or null when the connection ended without one. */
  answered: Promise<number | null>;
}

/** A PUT whose body the test writes: cut short, stalled, or longer than announced. */
export function rawPut(grant: PartGrant, headers: Record<string, string | number>): RawPut {
  const sent = request(grant.url, { method: 'PUT', headers: { ...grant.headers, ...headers } });
  const answered = new Promise<number | null>((resolve) => {
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    sent.once('error', () => resolve(null));
    sent.once('close', () => resolve(null));
  });
  return { request: sent, answered };
}

/** Sends the first `length` bytes of a part, then drops the connection. */
export async function cutPut(grant: PartGrant, bytes: Uint8Array, length: number): Promise<void> {
  const put = rawPut(grant, { 'content-length': bytes.length });
  await new Promise<void>((resolve) => {
    put.request.once('error', () => resolve());
    if (length === 0) put.request.flushHeaders();
    put.request.write(bytes.subarray(0, length), () => resolve());
  });
  put.request.destroy();
  await put.answered;
}
