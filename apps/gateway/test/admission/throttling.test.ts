import { createHash, randomBytes } from 'node:crypto';
import { formatApiKey } from '@capture/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeRooms, dial } from '../fixtures/fake-rooms.js';
import { bearer, OPERATOR_TOKEN, startGateway, type Harness } from '../fixtures/gateway.js';

const PER_MINUTE = 60;
const GOOD = new Set(['good-link', 'good-invite', 'other-good-link']);
const CAMPAIGN = '/api/v1/respond/campaigns/cmp_1';
const CONTACT = '/api/v1/respond/contacts/cnt_1';
const TAKE = '/api/v1/respond/takes/tke_1';
const ROOM = '/api/v1/rooms/amber-otter-12';

let harness: Harness;
/** Tokens of the capability calls that reached a service, by their hash. */
let judged: string[];
let answerUnknown: number;

beforeEach(async () => {
  judged = [];
  answerUnknown = 401;
  harness = await startGateway(
    (services) => {
      new FakeRooms().define(services);
      services['capture-requests'].all('/*', (request, reply) => {
        const [body = ''] = String(request.headers['x-capture-principal']).split('.');
        const { principal } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
          principal: { token?: string };
        };
        judged.push(principal.token ?? '');
        return reply.code(GOOD.has(principal.token ?? '') ? 200 : answerUnknown).send({});
      });
      for (const path of ['/v1/rooms/:id', '/v1/rooms/:id/join', '/v1/rooms/:id/tracks/:trackId'])
        services.sessions.all(path, () => ({}));
      services.recordings.all('/*', () => ({}));
      services.accounts.all('/*', () => ({}));
    },
    { CAPTURE_TRUSTED_PROXIES: '127.0.0.0/8' },
  );
});

afterEach(() => harness.close());

interface Seen {
  status: number;
  code: string | undefined;
  retryAfter: string | null;
  body: string;
}

async function call(
  path: string,
  address: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Seen> {
  const response = await fetch(new URL(path, harness.url), {
    method,
    headers: { 'x-forwarded-for': address, ...headers },
  });
  const body = await response.text();
  const { code } = JSON.parse(body) as { code?: string };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after'), body };
}

const invented = (): string => randomBytes(32).toString('base64url');
const inventedKey = (): string => formatApiKey('live', randomBytes(32));
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_unused, index) => work(index)));

function tally(answers: readonly Seen[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Asserts the answers of calls that were all invented: the budget of one address, then `rate_limited`. */
function expectThrottled(answers: readonly Seen[]): void {
  expect(tally(answers)).toEqual({ 401: PER_MINUTE, 429: answers.length - PER_MINUTE });
  for (const { code, retryAfter } of answers.filter(({ status }) => status === 429)) {
    expect(code).toBe('rate_limited');
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
}

describe('credentials that do not work', () => {
  it('invented API keys cost at most 60 lookups a minute and address, and harm no valid key there (scenario 76)', async () => {
    const { key } = harness.accounts.add();
    expect((await call('/api/v1/recordings', '203.0.113.1', bearer(key))).status).toBe(200);
    const before = harness.accounts.asked.length;
    const answers = await times(300, () => call('/api/v1/recordings', '203.0.113.1', bearer(inventedKey())));
    expectThrottled(answers);
    expect(harness.accounts.asked.length - before).toBeLessThanOrEqual(PER_MINUTE);
    const valid = await times(50, () => call('/api/v1/recordings', '203.0.113.1', bearer(key)));
    expect(tally(valid)).toEqual({ 200: 50 });
    const elsewhere = harness.accounts.add();
    expect((await call('/api/v1/recordings', '203.0.113.2', bearer(elsewhere.key))).status).toBe(200);
  });

  it('invented link keys reach their service at most 60 times a minute and address, and harm no valid link there (scenario 76)', async () => {
    expect((await call(CAMPAIGN, '203.0.113.1', bearer('good-link'))).status).toBe(200);
    judged = [];
    expectThrottled(await times(300, () => call(CONTACT, '203.0.113.1', bearer(invented()))));
    expect(judged.length).toBe(PER_MINUTE);
    expect(tally(await times(50, () => call(CAMPAIGN, '203.0.113.1', bearer('good-link'))))).toEqual({
      200: 50,
    });
    expect((await call(CAMPAIGN, '203.0.113.2', bearer('other-good-link'))).status).toBe(200);
  });

  it('malformed keys, wrong operator tokens and unknown cookies draw on the same budget (scenario 76)', async () => {
    const address = '203.0.113.1';
    const { token } = harness.accounts.signIn();
    const cookie = (value: string): Record<string, string> => ({ cookie: `__Host-capture=${value}` });
    expect((await call('/console/api/me', address, cookie(token))).status).toBe(200);
    const operator = `${harness.operatorUrl}/operator/v1/orgs`;
    const answers = [
      ...(await times(20, () => call('/api/v1/recordings', address, bearer('cap_live_malformed')))),
      ...(await times(20, () => call(operator, address, bearer(invented())))),
      ...(await times(20, () => call('/console/api/me', address, cookie(invented())))),
    ];
    expect(tally(answers)).toEqual({ 401: 60 });
    const late = [
      await call('/api/v1/recordings', address, bearer('cap_live_malformed')),
      await call(operator, address, bearer(invented())),
      await call('/console/api/me', address, cookie(invented())),
      await call(CONTACT, address, bearer(invented())),
    ];
    expect(tally(late)).toEqual({ 429: 4 });
    expect((await call('/console/api/me', address, cookie(token))).status).toBe(200);
    expect((await call(operator, address, bearer(OPERATOR_TOKEN))).status).toBe(200);
  });

  it('invented tokens of socket handshakes draw on it, and a handshake that succeeds makes its token known', async () => {
    // Every room of the fake accepts: what counts is that an accepted token stays welcome.
    const socket = dial(harness, 'quiet', 'good-invite');
    await new Promise((resolve) => socket.once('message', resolve));
    socket.terminate();
    const path = '/api/v1/rooms/quiet/socket';
    await times(70, () => call(CONTACT, '127.0.0.1', bearer(invented())));
    expect((await call(path, '127.0.0.1', bearer(invented()))).status).toBe(429);
    expect((await call(path, '127.0.0.1', bearer('good-invite'))).status).toBe(400);
  });

  it('a missing credential is no guess: it is answered 401 however often', async () => {
    const answers = await times(100, () => call('/api/v1/recordings', '203.0.113.1', {}));
    expect(tally(answers)).toEqual({ 401: 100 });
  });

  it('one network is one address for IPv6, and a forged address changes nothing (scenario 76)', async () => {
    const from = (address: string): Promise<Seen> => call(CONTACT, address, bearer(invented()));
    const answers = await times(80, (index) => from(`6.6.6.6, 2001:db8:0:1::${index.toString(16)}`));
    expectThrottled(answers);
    expect((await from('2001:db8:0:2::1')).status).toBe(401);
  });

  it('a refusal that does not prove the token right draws on the budget as well', async () => {
    answerUnknown = 400;
    const answers = await times(80, () => call(CONTACT, '203.0.113.1', bearer(invented())));
    expect(tally(answers)).toEqual({ 400: 60, 429: 20 });
  });

  it('a service that fails costs its callers nothing', async () => {
    answerUnknown = 503;
    await times(80, () => call(CONTACT, '203.0.113.1', bearer(invented())));
    expect((await call(CONTACT, '203.0.113.1', bearer('good-link'))).status).toBe(200);
  });

  it('a link that has ended, told with 409, is a link all the same', async () => {
    answerUnknown = 409;
    const token = invented();
    await call(CONTACT, '203.0.113.1', bearer(token));
    answerUnknown = 401;
    await times(70, () => call(CONTACT, '203.0.113.1', bearer(invented())));
    answerUnknown = 409;
    expect((await call(CONTACT, '203.0.113.1', bearer(token))).status).toBe(409);
  });
});

describe('windows that count', () => {
  it('exactly 600 calls of a key are accepted while others send invented tokens from many addresses (scenarios 46, 76)', async () => {
    const { key } = harness.accounts.add();
    const read = (): Promise<Seen> => call('/api/v1/recordings', '203.0.113.1', bearer(key));
    // A hundred thousand are sent to the windows themselves, beside their code: here it is about who may make one.
    const [first] = await Promise.all([
      times(300, read),
      times(200, (index) => call(CONTACT, `198.51.100.${index}`, bearer(invented()))),
    ]);
    const second = await times(320, read);
    expect(tally([...first, ...second])).toEqual({ 200: 600, 429: 20 });
  });

  it('the first calls of a link count on its budget', async () => {
    const answers = await times(310, () => call(CONTACT, '203.0.113.1', bearer('good-link')));
    expect(tally(answers)).toEqual({ 200: 300, 429: 10 });
  });

  it('an open link has a budget for each address, a personal one has one (scenario 77)', async () => {
    const visits = (path: string, address: string, token: string): Promise<Seen[]> =>
      times(320, () => call(path, address, bearer(token)));
    expect(tally(await visits(CAMPAIGN, '203.0.113.1', 'good-link'))).toEqual({ 200: 300, 429: 20 });
    expect((await call(CAMPAIGN, '203.0.113.2', bearer('good-link'))).status).toBe(200);
    expect(tally(await visits(CONTACT, '203.0.113.1', 'other-good-link'))).toEqual({ 200: 300, 429: 20 });
    expect((await call(CONTACT, '203.0.113.2', bearer('other-good-link'))).status).toBe(429);
  });

  it('an invite has a budget for each address, so that one of its guests keeps no other out; a participant has one', async () => {
    const knock = (address: string): Promise<Seen> => call(ROOM, address, bearer('good-invite'));
    const join = (address: string): Promise<Seen> =>
      call(`${ROOM}/join`, address, bearer('good-invite'), 'POST');
    expect(tally(await times(320, () => knock('2001:db8:0:1::1')))).toEqual({ 200: 300, 429: 20 });
    // One network is one address.
    expect((await join('2001:db8:0:1::2')).status).toBe(429);
    expect((await join('2001:db8:0:2::1')).status).toBe(200);
    const track = (address: string): Promise<Seen> =>
      call(`${ROOM}/tracks/trk_1`, address, bearer('a-participant'));
    expect(tally(await times(320, () => track('203.0.113.1')))).toEqual({ 200: 300, 429: 20 });
    expect((await track('203.0.113.2')).status).toBe(429);
  });

  it('a link has the budget of its kind also when it was first used for a take, which both kinds have (scenario 77)', async () => {
    const first = [bearer('good-link'), bearer('other-good-link')].map((token) =>
      call(TAKE, '203.0.113.9', token),
    );
    expect(tally(await Promise.all(first))).toEqual({ 200: 2 });
    // It is known from then on, so that what others guess does not hold it back.
    await times(70, () => call(CONTACT, '203.0.113.9', bearer(invented())));
    const contact = (address: string): Promise<Seen> => call(CONTACT, address, bearer('good-link'));
    expect(tally(await times(320, () => contact('203.0.113.9')))).toEqual({ 200: 300, 429: 20 });
    expect((await contact('203.0.113.2')).status).toBe(429);
    expect((await call(TAKE, '203.0.113.3', bearer('good-link'))).status).toBe(429);
    const campaign = (address: string): Promise<Seen> => call(CAMPAIGN, address, bearer('other-good-link'));
    await times(310, () => campaign('203.0.113.9'));
    expect((await campaign('203.0.113.9')).status).toBe(429);
    expect((await campaign('203.0.113.2')).status).toBe(200);
  });
});

it('an answer of 401 stays the same, byte for byte, until the budget is spent', async () => {
  const bodies = await times(30, () =>
    call('/api/v1/recordings', '203.0.113.1', { ...bearer(inventedKey()), 'x-request-id': 'same' }),
  );
  const hashes = bodies.map(({ body }) => createHash('sha256').update(body).digest('hex'));
  expect(new Set(hashes).size).toBe(1);
});
