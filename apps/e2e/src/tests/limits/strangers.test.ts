import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, manifest, type LinkAccess } from '../../harness/clients/respondent.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import type { CaptureRequestBody } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';

const FAILURES_PER_MINUTE = 60;
const OPEN_TAKES_PER_ADDRESS = 20;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const times = <T>(count: number, step: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_unused, index) => step(index)));
const invented = (): string => randomBytes(32).toString('base64url');

/** A key of the right form, checksum included, that was never issued. */
function inventedKey(): string {
  const random = Array.from(randomBytes(43), (byte) => ALPHABET[byte % 62]).join('');
  let crc = 0xffffffff;
  for (const byte of Buffer.from(`cap_live_${random}`)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = (ALPHABET[rest % 62] ?? '') + checksum;
    rest = Math.floor(rest / 62);
  }
  return `cap_live_${random}${checksum}`;
}

function tally(answers: readonly Answer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe(`strangers (${MODE})`, () => {
  let product: Product;
  let anonymous: Api;
  let key: string;
  let open: LinkAccess;
  let hosts = 0;

  /** An address that no other test comes from. */
  const newAddress = (): string => `198.51.100.${(hosts += 1)}`;
  const call = (
    address: string,
    token: string,
    path: string,
    method = 'GET',
    body?: unknown,
  ): Promise<Answer<ProblemBody>> =>
    anonymous.call<ProblemBody>(method, path, {
      token,
      headers: { 'x-forwarded-for': address },
      ...(body === undefined ? {} : { body }),
    });
  const visit = (address: string, token = open.key): Promise<Answer<ProblemBody>> =>
    call(address, token, `/v1/respond/campaigns/${open.id}`);
  const read = (address: string, token: string): Promise<Answer<ProblemBody>> =>
    call(address, token, '/v1/recordings?limit=1');

  beforeAll(async () => {
    product = await Product.start({
      CAPTURE_TRUSTED_PROXIES: '127.0.0.0/8,::1',
      // A busy machine keeps Redis waiting, and a gateway that counts alone meanwhile lets more pass.
      CAPTURE_REDIS_TIMEOUT_MS: '5000',
    });
    anonymous = new Api(product.credentials.baseUrl);
    const operator = new Operator(product.credentials);
    ({ key } = await operator.key(await operator.organization('platform', 'Strangers')));
    const { openLink } = await anonymous.as(key).post<CaptureRequestBody>('/v1/capture-requests', {
      title: 'Strangers',
      prompt: 'Who are you?',
      status: 'active',
      openLink: true,
    });
    open = accessOf(openLink?.url ?? '');
  });

  afterAll(() => product.remove());

  it('scenario 76: invented keys from one address are answered 429 after 60, and a valid one from there goes on', async () => {
    const address = newAddress();
    expect((await read(address, key)).status).toBe(200);
    const answers = await times(200, () => read(address, inventedKey()));
    expect(tally(answers)).toEqual({ 401: FAILURES_PER_MINUTE, 429: 200 - FAILURES_PER_MINUTE });
    for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
      expect(body.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(tally(await times(20, () => read(address, key)))).toEqual({ 200: 20 });
  });

  it('scenario 76: invented link keys from one address are answered 429 after 60, and a valid one from there goes on', async () => {
    const address = newAddress();
    expect((await visit(address)).status).toBe(200);
    const answers = await times(200, () => visit(address, invented()));
    expect(tally(answers)).toEqual({ 401: FAILURES_PER_MINUTE, 429: 200 - FAILURES_PER_MINUTE });
    expect(tally(await times(20, () => visit(address)))).toEqual({ 200: 20 });
    expect((await visit(newAddress())).status).toBe(200);
  });

  it('scenario 76: invented credentials from many addresses cost a valid key nothing and give it nothing', async () => {
    const address = newAddress();
    const operator = new Operator(product.credentials);
    const { key: own } = await operator.key(await operator.organization('platform', 'Many addresses'));
    const writes = (count: number): Promise<Answer<ProblemBody>[]> =>
      times(count, () => call(address, own, '/v1/capture-requests', 'POST', {}));
    const first = await writes(30);
    await times(300, (index) => visit(`203.0.${Math.floor(index / 200)}.${index % 200}`, invented()));
    const second = await writes(50);
    expect(tally([...first, ...second])).toEqual({ 400: 60, 429: 20 });
  });

  it("scenario 77: one visitor's reads of an open link shut out nobody else", async () => {
    const visitor = newAddress();
    const answers: Answer<ProblemBody>[] = [];
    // A few at a time: it is about how many are accepted, not about how many are served at once.
    while (answers.length < 320) answers.push(...(await times(20, () => visit(visitor))));
    expect(tally(answers)).toEqual({ 200: 300, 429: 20 });
    expect((await visit(newAddress())).status).toBe(200);
  });

  it("scenario 77: one visitor's takes without bytes close an open link to nobody else", async () => {
    const takes = `/v1/respond/campaigns/${open.id}/takes`;
    const body = {
      displayName: 'Stranger',
      durationSec: 1,
      sizeBytes: 1_000,
      contentType: 'video/mp4',
      releaseAccepted: false,
      manifest: manifest(1),
    };
    const visitor = newAddress();
    const opened = await times(30, () => call(visitor, open.key, takes, 'POST', body));
    expect(tally(opened)).toEqual({ 201: OPEN_TAKES_PER_ADDRESS, 429: 30 - OPEN_TAKES_PER_ADDRESS });
    const codes = new Set(opened.filter(({ status }) => status === 429).map((each) => each.body.code));
    expect(codes).toEqual(new Set(['open_take_cap']));
    expect((await call(newAddress(), open.key, takes, 'POST', body)).status).toBe(201);
  });

  it("one guest's calls with a room's invite keep no other guest out", async () => {
    const { session, inviteToken } = await anonymous.as(key).post<OpenedRoom>('/v1/sessions');
    const room = `/v1/rooms/${session.roomCode}`;
    const hostile = newAddress();
    const answers: Answer<ProblemBody>[] = [];
    while (answers.length < 320) answers.push(...(await times(20, () => call(hostile, inviteToken, room))));
    expect(tally(answers)).toEqual({ 200: 300, 429: 20 });
    const other = await call(newAddress(), inviteToken, `${room}/join`, 'POST', { displayName: 'Ada' });
    expect(other.status).toBe(201);
  });
});
