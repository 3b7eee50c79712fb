// What the gateway costs: one read by id through the gateway, against the same read asked of its service, each
// app in a process of its own as in a deployment.
import { createPrivateKey, sign } from 'node:crypto';
import { Pool } from 'undici';
import { Product } from './product.mjs';
import { inTurns, median, ratio } from './statistics.mjs';

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 5;

/**
 * Answers per second, of calls with what `headers` makes, over `CONNECTIONS` connections that each ask again as soon as they
 * are answered. `times` gets the milliseconds of each.
 */
export async function rate(origin, path, headers, times = []) {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const started = performance.now();
  let answers = 0;
  const ask = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const asked = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: headers() });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin} answered ${statusCode}`);
      times.push(performance.now() - asked);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const perSec = answers / ((performance.now() - started) / 1000);
  await pool.close();
  return perSec;
}

/** DER prefix of an Ed25519 private key in PKCS #8 (RFC 8410); the 32-byte seed follows. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes the header with which the gateway asserts a principal to the service; one is good for seconds, as in the product. */
function principalHeaders(seedBase64, organizationId, audience) {
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(seedBase64, 'base64')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const principal = {
    kind: 'key',
    organizationId,
    keyId: 'key_00000000000000000000000000',
    mode: 'live',
    scopes: ['capture_requests:read'],
    ownerMemberId: null,
    plan: 'platform',
    features: [],
    limits: {},
    organizationPaused: false,
  };
  let made = { issuedAt: 0, headers: {} };
  return () => {
    const issuedAt = Math.floor(Date.now() / 1000);
    if (made.issuedAt !== issuedAt) {
      const call = { version: 1, audience, ip: '127.0.0.1', issuedAt, principal };
      const payload = Buffer.from(JSON.stringify(call)).toString('base64url');
      const signature = sign(null, Buffer.from(payload), key).toString('base64url');
      made = { issuedAt, headers: { 'x-capture-principal': `${payload}.${signature}` } };
    }
    return made.headers;
  };
}

export async function gateway(progress) {
  const product = await Product.start('distributed');
  try {
    const { id: organizationId, key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?' };
    const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
    const { principalSigningKey } = await product.secrets();
    const service = await product.serviceUrl('capture-requests');
    const path = `/v1/capture-requests/${id}`;
    const asGateway = principalHeaders(principalSigningKey, organizationId, 'capture-requests');
    const contenders = {
      gateway: () => rate(product.baseUrl, `/api${path}`, () => ({ authorization: `Bearer ${key}` })),
      direct: () => rate(service, path, asGateway),
    };
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} answers/s`));
    const [through, direct] = [median(figures.gateway), median(figures.direct)];
    return [
      {
        what: `read by id through the gateway, ${CONNECTIONS} connections`,
        ours: `${Math.round(through)}/s`,
        peer: `service directly ${Math.round(direct)}/s`,
        ratio: ratio(through, direct),
        // A forwarding gateway without checks reaches 0.54 of its service here; ours checks credential and budget besides.
        goal: '≥ 0.4',
        runs: ROUNDS,
      },
    ];
  } finally {
    await product.remove();
  }
}
