// What the gateway costs: one read by id through the gateway, against the same read asked of its service, each
// app in a process of its own as in a deployment.
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { Product } from './product.mjs';
import { inTurns, median, ratio } from './statistics.mjs';

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 5;

/** Answers per second over `CONNECTIONS` connections that each ask again as soon as they are answered. */
async function rate(origin, path, headers) {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const started = performance.now();
  let answers = 0;
  const ask = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin} answered ${statusCode}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const perSec = answers / ((performance.now() - started) / 1000);
  await pool.close();
  return perSec;
}

/** The header with which the gateway asserts the principal; a service accepts it for a minute. */
function principalHeader(secret, organizationId) {
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
  const call = { principal, ip: '127.0.0.1', issuedAt: Math.floor(Date.now() / 1000) };
  const payload = Buffer.from(JSON.stringify(call)).toString('base64url');
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
}

export async function gateway(progress) {
  const product = await Product.start('distributed');
  try {
    const { id: organizationId, key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?' };
    const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
    const { principalKey } = await product.secrets();
    const service = await product.serviceUrl('capture-requests');
    const path = `/v1/capture-requests/${id}`;
    const contenders = {
      gateway: () => rate(product.baseUrl, `/api${path}`, { authorization: `Bearer ${key}` }),
      direct: () =>
        rate(service, path, { 'x-capture-principal': principalHeader(principalKey, organizationId) }),
    };
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} answers/s`));
    const [through, direct] = [median(figures.gateway), median(figures.direct)];
    return [
      {
        what: `read by id through the gateway, ${CONNECTIONS} connections`,
        ours: `${Math.round(through)}/s`,
        peer: `service directly ${Math.round(direct)}/s`,
        ratio: ratio(through, direct),
        goal: '',
        runs: ROUNDS,
      },
    ];
  } finally {
    await product.remove();
  }
}
