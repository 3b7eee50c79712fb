import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noise, TakeUpload } from '../../harness/clients/take-upload.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const KIB = 1024;
const SIZES = [2, 64 * KIB, 900 * KIB, 3 * KIB * KIB];
const TYPES = ['application/octet-stream', 'application/json', 'text/plain', 'video/mp4'];
const ROUNDS = 10;
/** Longer than any process goes on reading what a refused sender still sends. */
const KEPT_MS = 7_000;

interface Answered {
  status: number;
  /** The call was sent over a connection that an earlier call had used. */
  reused: boolean;
}

/** A client with one connection, which it keeps as long as the server does. */
class OneConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  close(): void {
    this.agent.destroy();
  }

  call(
    method: string,
    url: string,
    headers: Record<string, string | number> = {},
    body: Uint8Array = new Uint8Array(),
  ) {
    return new Promise<Answered>((resolve, reject) => {
      const sent = request(url, { agent: this.agent, method, headers });
      sent.once('error', reject);
      sent.once('response', (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, reused: sent.reusedSocket }));
      });
      sent.end(body);
    });
  }
}

describe(`senders of parts that are refused before their bytes were read (${MODE})`, () => {
  let fixture: CaptureFixture;
  let take: TakeUpload;

  beforeAll(async () => {
    fixture = await CaptureFixture.create(sharedProduct().credentials);
    take = await TakeUpload.open(fixture.api, fixture.visitor, noise(64 * KIB));
  });
  afterAll(() => fixture.clear());

  const forged = async (): Promise<string> => {
    const grant = await take.grant(1);
    if (!grant) throw new Error('the part is stored before it was sent');
    return grant.url.replace(/signature=.{8}/, 'signature=AAAAAAAA');
  };

  it.each(TYPES.flatMap((type) => SIZES.map((size) => ({ type, size }))))(
    'are told why and keep their connection: $size bytes of $type',
    async ({ type, size }) => {
      const url = await forged();
      const client = new OneConnection();
      const body = noise(Math.max(size, 32)).subarray(0, size);
      const statuses: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { status } = await client.call(
          'PUT',
          url,
          { 'content-type': type, 'content-length': size },
          body,
        );
        statuses.push(status);
      }
      expect(statuses).toEqual(statuses.map(() => 401));
      client.close();
    },
  );

  it.each(SIZES.slice(0, 3))('are told of a body of another type than JSON: %i bytes', async (size) => {
    const client = new OneConnection();
    const headers = {
      authorization: `Bearer ${sharedProduct().credentials.liveKey}`,
      'content-type': 'text/plain',
      'content-length': size,
    };
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status } = await client.call(
        'POST',
        `${fixture.api.baseUrl}/api/v1/capture-requests`,
        headers,
        noise(Math.max(size, 32)).subarray(0, size),
      );
      statuses.push(status);
    }
    expect(statuses).toEqual(statuses.map(() => 415));
    client.close();
  });

  it('may go on using a connection on which a part was refused', async () => {
    const url = await forged();
    const client = new OneConnection();
    const body = noise(64 * KIB);
    await client.call('PUT', url, { 'content-length': body.length }, body);
    const broken: unknown[] = [];
    for (const begin = performance.now(); performance.now() - begin < KEPT_MS;) {
      const { reused } = await client.call('GET', `${new URL(url).origin}/api/openapi.json`);
      if (!reused) broken.push(performance.now() - begin);
    }
    expect(broken).toEqual([]);
    client.close();
  });
});
