import { environmentOf } from '@capture/testing';
import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const SERVICES = ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];
const HEADER = 'x-capture-principal';
/** DER prefix of an Ed25519 private key in PKCS #8 (RFC 8410); the 32-byte seed follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The values, what they list, and the passwords in their URLs. */
function secretsIn(env: Record<string, string>): string[] {
  const values = Object.values(env).flatMap((value) => [value, ...value.split(',')]);
  const passwords = values.flatMap((value) => (URL.canParse(value) ? new URL(value).password : []));
  return [...new Set([...values, ...passwords])].filter((value) => value !== '');
}

/** Headers that claim to be the gateway's with an operator's call for `audience`, as far as the secret can sign one. */
function forged(secret: string, audience: string): string[] {
  const call = { version: 1, audience, issuedAt: Math.floor(Date.now() / 1000), ip: '127.0.0.1' };
  const text = JSON.stringify({ ...call, principal: { kind: 'operator' } });
  const payload = Buffer.from(text).toString('base64url');
  const headers = [`${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`];
  const seed = Buffer.from(secret, 'base64');
  if (seed.length === 32) {
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    headers.push(`${payload}.${sign(null, Buffer.from(payload), key).toString('base64url')}`);
  }
  return headers;
}

/** Statuses of operators' calls at one service, with every header that these secrets can sign. */
async function speakingTo(url: string, audience: string, secrets: string[]): Promise<number[]> {
  const headers = secrets.flatMap((secret) => forged(secret, audience));
  return Promise.all(
    headers.map(
      async (header) => (await fetch(`${url}/operator/v1/outbox`, { headers: { [HEADER]: header } })).status,
    ),
  );
}

describe(`who may speak as the gateway (${MODE})`, () => {
  it('a caller who sends a principal header of their own is believed in nothing (scenario 81)', async () => {
    const { baseUrl } = sharedProduct().credentials;
    const api = new Api(baseUrl);
    const [header = ''] = forged('a secret', 'recordings');
    const { status } = await api.call('GET', '/v1/recordings', { headers: { [HEADER]: header } });
    expect(status).toBe(401);
  });

  if (MODE === 'distributed')
    it('with all that a service was started with nobody speaks as the gateway or as the operator, to it or to another service (scenario 81)', async () => {
      const { operatorUrl } = sharedProduct().credentials;
      const gateway = await environmentOf(sharedProduct().dataDir, 'gateway');
      const urlOf = (service: string): string =>
        gateway[`CAPTURE_UPSTREAM_${service.toUpperCase().replace('-', '_')}`] ?? '';
      for (const service of SERVICES) {
        const secrets = secretsIn(await environmentOf(sharedProduct().dataDir, service));
        for (const other of SERVICES) {
          const statuses = await speakingTo(urlOf(other), other, secrets);
          expect([service, other, new Set(statuses)]).toEqual([service, other, new Set([503])]);
        }
        const asOperator = await Promise.all(
          secrets
            .filter((secret) => /^[\x21-\x7e]+$/.test(secret))
            .map(async (secret) => {
              const headers = { authorization: `Bearer ${secret}` };
              return (await fetch(`${operatorUrl}/operator/v1/outbox`, { headers })).status;
            }),
        );
        expect([service, asOperator.filter((status) => status < 400)]).toEqual([service, []]);
      }
      // The gateway itself can, so the forgery is made as it should be.
      expect(await speakingTo(urlOf('accounts'), 'accounts', secretsIn(gateway))).toContain(200);
      expect(await speakingTo(urlOf('accounts'), 'webhooks', secretsIn(gateway))).not.toContain(200);
    });
});
