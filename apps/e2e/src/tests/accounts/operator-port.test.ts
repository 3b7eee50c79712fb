import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../../harness/clients/operator.js';
import { emptyDataDir, MODE, Product } from '../../harness/processes/product.js';
import { CLI } from '../../harness/repository.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

async function statusOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/operator/v1/orgs`, { headers })).status;
}

/** Exit code of `capture org list` in an environment of its own. */
function listed(env: Record<string, string>): Promise<number | null> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, 'org', 'list', '--json'], { env }, () =>
      resolve(child.exitCode),
    );
  });
}

describe(`the operator port (${MODE})`, () => {
  let product: Product;

  // Its own port is left to it, beside that of the instance that all tests share, and so is a token.
  beforeAll(async () => {
    product = await Product.start({ CAPTURE_OPERATOR_PORT: '' }, MODE, await emptyDataDir());
  }, 300_000);
  afterAll(() => product.remove());

  it('instances side by side each take one of their own, print it and note it for the CLI', async () => {
    const { operatorUrl, operatorToken } = product.credentials;
    expect(operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(operatorUrl).not.toBe(sharedProduct().credentials.operatorUrl);
    expect(product.output).toContain(`${operatorUrl}/operator/v1`);
    expect(await statusOf(operatorUrl, operatorToken)).toBe(200);
    expect(await statusOf(operatorUrl, sharedProduct().credentials.operatorToken)).toBe(401);
    expect(await listed({ CAPTURE_DATA_DIR: product.dataDir })).toBe(0);
    const env = { CAPTURE_OPERATOR_URL: operatorUrl, CAPTURE_OPERATOR_TOKEN: operatorToken };
    expect(await listed(env)).toBe(0);
  });

  it('is the only one that serves operators, and serves nothing else', async () => {
    const { baseUrl, operatorUrl, operatorToken, liveKey } = product.credentials;
    const headers = { authorization: `Bearer ${operatorToken}` };
    for (const path of ['/operator', '/operator/v1/orgs', '/operator/v1/outbox', '/api/operator/v1/orgs']) {
      const answer = await fetch(baseUrl + path, { headers });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    for (const path of ['/', '/api/v1/recordings', '/console/api/me', '/health/ready', '/metrics'])
      for (const token of [operatorToken, liveKey]) {
        const answer = await fetch(operatorUrl + path, { headers: { authorization: `Bearer ${token}` } });
        expect([path, answer.status]).toEqual([path, 404]);
      }
  });

  it('takes the former token beside the new one until it is told to stop', async () => {
    const file = join(product.dataDir, 'secrets.json');
    const secrets = JSON.parse(await readFile(file, 'utf8')) as { operatorToken: string };
    const former = secrets.operatorToken;
    const next = 'n'.repeat(43);
    await product.stop();
    await writeFile(file, JSON.stringify({ ...secrets, operatorToken: next }));
    await product.up({ CAPTURE_OPERATOR_TOKEN_PREVIOUS: former });
    const { operatorUrl } = product.credentials;
    for (const token of [next, former]) expect(await statusOf(operatorUrl, token)).toBe(200);
    await product.stop();
    await product.up();
    expect(product.credentials.operatorToken).toBe(next);
    expect(await new Operator(product.credentials).call('GET', '/orgs')).toMatchObject({ nextCursor: null });
    expect(await statusOf(product.credentials.operatorUrl, former)).toBe(401);
  });
});
