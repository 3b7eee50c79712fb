import { SignatureV4 } from '@smithy/signature-v4';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SignedPut } from '../object-store.js';

/** Age at which S3 refuses a request whose headers are signed (`RequestTimeTooSkewed`). */
const MAX_AGE_SEC = 15 * 60;

/**
 * Requests to one bucket, signed in advance (AWS Signature Version 4). A PUT is signed in its headers, not in its URL:
 * only there the signature covers the payload's SHA-256, which every backend has to check; the payload of a presigned URL
 * counts as unsigned, and the checksum headers that would make up for it are not known to all of them.
 */
export class S3Signer {
  private readonly signer: SignatureV4;
  private readonly base: URL;

  /** `endpoint` is the address that the requests will be sent to, which their signature covers. */
  constructor(
    client: S3Client,
    { endpoint, bucket, region }: { endpoint: string; bucket: string; region: string },
  ) {
    this.base = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}`);
    const { credentials, sha256 } = client.config;
    this.signer = new SignatureV4({
      service: 's3',
      region,
      credentials,
      sha256,
      uriEscapePath: false,
      applyChecksum: false,
    });
  }

  async put(
    key: string,
    { size, sha256 }: { size: number; sha256: string },
    lifetimeSec: number,
  ): Promise<SignedPut> {
    const lifetime = Math.min(lifetimeSec, MAX_AGE_SEC);
    const request = this.request('PUT', key, {
      'content-length': String(size),
      'x-amz-content-sha256': sha256,
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    });
    // Dated back, so that it is too old when its time is over.
    const signingDate = new Date(Date.now() - (MAX_AGE_SEC - lifetime) * 1000);
    const { headers } = await this.signer.sign(request, { signingDate });
    // Both are set by whoever sends the request; browsers allow nobody else to.
    const { host: _host, 'content-length': _length, ...granted } = headers;
    return {
      url: this.urlOf(key),
      headers: { 'content-type': 'application/octet-stream', ...granted },
      lifetimeSec: lifetime,
    };
  }

  async get(key: string, query: Record<string, string>, lifetimeSec: number): Promise<string> {
    const request = { ...this.request('GET', key, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }), query };
    const signed = await this.signer.presign(request, { expiresIn: lifetimeSec });
    const pairs = Object.entries(signed.query ?? {}).map(
      ([name, value]) => `${name}=${escape(String(value))}`,
    );
    return `${this.urlOf(key)}?${pairs.join('&')}`;
  }

  private urlOf(key: string): string {
    return `${this.base.href}/${key}`;
  }

  private request(method: string, key: string, headers: Record<string, string>) {
    const { protocol, host, hostname, port, pathname } = this.base;
    return {
      method,
      protocol,
      hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      path: `${pathname}/${key}`,
      query: {},
      headers: { host, ...headers },
    };
  }
}

/** RFC 3986, as the signature has it: a plus sign for a space would be another text. */
function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
