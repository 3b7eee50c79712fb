import { SCOPES } from '@capture/contracts';
import type { DataDir } from './data-dir.js';
import { readPrivate, writePrivate } from './private-file.js';

/** Written when the instance is ready; the file that tools and tests read to find it. */
export interface Credentials {
  baseUrl: string;
  webUrl: string;
  liveKey: string;
  testKey: string;
  operatorToken: string;
  organizationId: string;
  pid: number;
}

/** Calls the operator API, as the CLI does. */
class Operator {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  async post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.baseUrl}/operator/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`seeding failed: ${path} answered ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

type Kept = Pick<Credentials, 'liveKey' | 'testKey' | 'organizationId'>;

async function createOrganization(operator: Operator): Promise<Kept> {
  const organization = await operator.post<{ id: string }>('/orgs', {
    name: 'Local organization',
    plan: 'platform',
    ownerEmail: 'owner@localhost.test',
  });
  const key = async (mode: 'live' | 'test'): Promise<string> => {
    const path = `/orgs/${organization.id}/keys`;
    const made = await operator.post<{ key: string }>(path, { name: `local ${mode}`, mode, scopes: SCOPES });
    return made.key;
  };
  return { organizationId: organization.id, liveKey: await key('live'), testKey: await key('test') };
}

/** One organization on the platform plan with a live and a test key, made at the first start and kept. */
export async function seed(
  dataDir: DataDir,
  baseUrl: string,
  localUrl: string,
  operatorToken: string,
): Promise<Credentials> {
  const kept =
    (await readPrivate<Kept>(dataDir.credentials)) ??
    (await createOrganization(new Operator(localUrl, operatorToken)));
  const { organizationId, liveKey, testKey } = kept;
  const credentials = {
    baseUrl,
    webUrl: `${baseUrl}/`,
    liveKey,
    testKey,
    operatorToken,
    organizationId,
    pid: process.pid,
  };
  await writePrivate(dataDir.credentials, credentials);
  return credentials;
}
