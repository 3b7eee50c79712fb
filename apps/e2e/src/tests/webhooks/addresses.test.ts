import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, NameServer, REFUSED_URLS, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../harness/clients/api.js';
import { Receiver, verifySignature } from '../../harness/clients/receiver.js';
import { WebhookOrganization } from '../../harness/organizations/webhook-organization.js';
import { Product } from '../../harness/processes/product.js';

const ROOT = '/v1/webhook-endpoints';
/** Plays the public internet: the only address that the strict settings allow. */
const OUTSIDE = '127.0.0.2';
const MOST_ENDPOINTS = 100;
const INTERNAL_PORTS = [22, 6379];

interface FieldProblem extends ProblemBody {
  errors?: { code: string }[];
}

async function certificate(directory: string): Promise<{ file: string; key: string; cert: string }> {
  const [keyFile, file] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=example.com', '-addext', 'subjectAltName=DNS:*.example.com'];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-days', '2', ...curve, ...names],
    ...['-keyout', keyFile, '-out', file],
  ]);
  return { file, key: await readFile(keyFile, 'utf8'), cert: await readFile(file, 'utf8') };
}

describe('addresses that no webhook may reach', () => {
  let directory: string;
  let names: NameServer;
  let outside: Receiver;
  /** Services of the private network: on every loopback address, on the one allowed port. */
  let inside: Receiver[];
  let product: Product;
  let owner: WebhookOrganization;
  let port: number;
  /** For which name each connection to the outside was made, in order. */
  const reached: string[] = [];
  /** Endpoints created while the rules allowed everything. Their URLs are now forbidden. */
  const forbidden: { owner: WebhookOrganization; id: string; url: string }[] = [];

  const connections = (): number => inside.reduce((sum, one) => sum + one.connections, 0);
  const strict = (): Record<string, string> => ({
    CAPTURE_WEBHOOK_ALLOW_LOOPBACK: 'false',
    CAPTURE_WEBHOOK_ALLOW_CIDRS: `${OUTSIDE}/32`,
    CAPTURE_WEBHOOK_ALLOW_PORTS: `443,${port}`,
  });

  async function lenient(): Promise<void> {
    const forms = REFUSED_URLS.filter(([, refusal]) => refusal === 'address' || refusal === null)
      .map(([url]) => url.replace('/hook', `:${port}/hook`))
      .concat(INTERNAL_PORTS.map((internal) => `https://${OUTSIDE}:${internal}/hook`));
    for (const [at, url] of forms.entries()) {
      if (at % MOST_ENDPOINTS === 0) owner = await WebhookOrganization.create(product.credentials);
      const { id } = await owner.endpoint(url, ['capture_request.created']);
      forbidden.push({ owner, id, url });
    }
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-addresses-'));
    const tls = await certificate(directory);
    const SNICallback = (name: string, done: (error: null) => void): void => {
      reached.push(name);
      done(null);
    };
    // One port on every address: the system's own choice for one of them may be taken on another.
    port = await freePort();
    outside = await Receiver.start(undefined, { host: OUTSIDE, port, tls: { ...tls, SNICallback } });
    const hasV6 = Object.values(networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === '::1'),
    );
    const loopbacks = ['127.0.0.1', ...(hasV6 ? ['::1'] : [])];
    inside = await Promise.all(loopbacks.map((host) => Receiver.start(undefined, { host, port })));
    names = await NameServer.start(() => ['127.0.0.1']);
    product = await Product.start({
      CAPTURE_WEBHOOK_ALLOW_CIDRS: '0.0.0.0/0,::/0',
      CAPTURE_WEBHOOK_ALLOW_PORTS: [port, ...INTERNAL_PORTS].join(),
      CAPTURE_WEBHOOK_ENDPOINT_CAP: String(MOST_ENDPOINTS),
      CAPTURE_WEBHOOK_DNS_SERVERS: names.address,
      NODE_EXTRA_CA_CERTS: tls.file,
    });
    await lenient();
    await product.stop();
    await product.up(strict());
    owner = await WebhookOrganization.create(product.credentials);
  });

  afterAll(async () => {
    await product.remove();
    await Promise.all([outside, ...inside].map((one) => one.stop()));
    await names.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Waits for the outcome of the endpoint's newest delivery. */
  async function outcome(of: WebhookOrganization, endpointId: string): Promise<string | null | undefined> {
    return (await of.attempted(endpointId, 1)).attempts[0]?.error;
  }

  it('scenarios 8 and 9: create and edit refuse every form of the table', async () => {
    const { id } = await owner.endpoint(`https://${OUTSIDE}/`);
    expect(REFUSED_URLS.length).toBeGreaterThanOrEqual(120);
    for (const [url, refusal] of REFUSED_URLS) {
      const api = await owner.writes();
      const created = await api.call<FieldProblem>('POST', ROOT, { body: { url } });
      const edited = await (
        await owner.writes()
      ).call<FieldProblem>('PATCH', `${ROOT}/${id}`, { body: { url } });
      for (const { status, body } of [created, edited]) {
        expect([url, status, body.code, body.field]).toEqual([url, 400, 'invalid_input', 'url']);
        if (refusal !== null && url !== '') expect([url, body.errors?.[0]?.code]).toEqual([url, refusal]);
      }
    }
    expect((await owner.readEndpoint(id)).url).toBe(`https://${OUTSIDE}/`);
    expect([connections(), outside.connections]).toEqual([0, 0]);
  });

  it('scenarios 8 and 9: test and send refuse every form that earlier rules had let in, and make no connection', async () => {
    expect(forbidden.length).toBeGreaterThanOrEqual(120);
    for (const { owner: of, id, url } of forbidden) {
      const { status, body } = await (await of.writes()).call<ProblemBody>('POST', `${ROOT}/${id}/test`);
      expect([url, status, body.code, body.field]).toEqual([url, 400, 'invalid_input', 'url']);
    }
    for (const of of new Set(forbidden.map((one) => one.owner))) await of.createRequests(1);
    for (const { owner: of, id, url } of forbidden)
      expect([url, await outcome(of, id)]).toEqual([url, 'forbidden_address']);
    expect([connections(), outside.connections]).toEqual([0, 0]);
  });

  it('scenario 6: a name is resolved once an attempt and the connection goes where that answer said, by its certificate', async () => {
    const name = 'rebind.example.com';
    // Only the first answers are public. Deliveries of the tests before are tried again meanwhile: their names stay inside.
    names.answer = (asked, index) => (asked === name && index <= 1 ? [OUTSIDE] : ['127.0.0.1']);
    const endpoint = await owner.endpoint(`https://${name}:${port}/hook`);
    await owner.createRequests(1);
    const delivery = await until('the delivery', () => outside.deliveries[0]);
    verifySignature(delivery, endpoint.secret);
    expect(delivery.headers.host).toBe(`${name}:${port}`);
    await owner.attempted(endpoint.id, 1, 'succeeded');
    expect(names.asked.filter((asked) => asked === name)).toHaveLength(2);
    await owner.createRequests(1);
    await until('the second attempt', async () => (await owner.deliveries(endpoint.id)).length === 2);
    expect(await outcome(owner, endpoint.id)).toBe('forbidden_address');
    expect([connections(), outside.deliveries.length, reached]).toEqual([0, 1, [name]]);
  });

  it('scenario 7: a name with a public and a private address is refused whole', async () => {
    const name = 'mixed.example.com';
    const url = `https://${name}:${port}/hook`;
    names.answer = (asked) => (asked === name ? [OUTSIDE] : ['127.0.0.1']);
    const { id } = await owner.endpoint(url);
    names.answer = (asked) => (asked === name ? [OUTSIDE, '127.0.0.1'] : ['127.0.0.1']);
    const refused = await (await owner.writes()).call<FieldProblem>('POST', ROOT, { body: { url } });
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([400, 'address']);
    await owner.createRequests(1);
    expect(await outcome(owner, id)).toBe('forbidden_address');
    expect([connections(), reached]).toEqual([0, expect.not.arrayContaining([name])]);
  });

  it('plain http, loopback and other ports are refused by the settings of an instance on the internet', async () => {
    for (const [url, code] of [
      [`http://127.0.0.1:${port}/hook`, 'scheme'],
      [`https://${OUTSIDE}:8080/hook`, 'port'],
      [`https://localhost:${port}/hook`, 'address'],
    ] as const) {
      const { status, body } = await (
        await owner.writes()
      ).call<FieldProblem>('POST', ROOT, { body: { url } });
      expect([url, status, body.errors?.[0]?.code]).toEqual([url, 400, code]);
    }
  });
});
