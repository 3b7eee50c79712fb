import { randomBytes } from 'node:crypto';
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
  consoleEmail: string;
  consolePassword: string;
  pid: number;
}

type Kept = Pick<Credentials, 'liveKey' | 'testKey' | 'organizationId'>;
type ConsoleAccess = Pick<Credentials, 'consoleEmail' | 'consolePassword'>;

const OWNER_EMAIL = 'owner@localhost.test';
const PASSWORD_BYTES = 18;

/** Calls the instance as the CLI and the console do. */
class Instance {
  /** @param origin under which pages call the console */
  constructor(
    private readonly localUrl: string,
    private readonly origin: string,
    private readonly operatorToken: string,
  ) {}

  async operator<T>(path: string, body: object): Promise<T> {
    const authorization = `Bearer ${this.operatorToken}`;
    const response = await this.post(`/operator/v1${path}`, { authorization }, body);
    return (await response.json()) as T;
  }

  async console(path: string, body: object): Promise<void> {
    await this.post(`/console/api${path}`, { origin: this.origin }, body);
  }

  private async post(path: string, headers: Record<string, string>, body: object): Promise<Response> {
    const response = await fetch(this.localUrl + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`seeding failed: ${path} answered ${response.status} ${await response.text()}`);
    return response;
  }
}

async function createOrganization(instance: Instance): Promise<Kept> {
  const organization = await instance.operator<{ id: string }>('/orgs', {
    name: 'Local organization',
    plan: 'platform',
    ownerEmail: OWNER_EMAIL,
  });
  const key = async (mode: 'live' | 'test'): Promise<string> => {
    const path = `/orgs/${organization.id}/keys`;
    const made = await instance.operator<{ key: string }>(path, {
      name: `local ${mode}`,
      mode,
      scopes: SCOPES,
    });
    return made.key;
  };
  return { organizationId: organization.id, liveKey: await key('live'), testKey: await key('test') };
}

/** The owner's password, chosen with the link that an operator makes for anybody. */
async function openConsole(instance: Instance, organizationId: string): Promise<ConsoleAccess> {
  const path = `/orgs/${organizationId}/members/${encodeURIComponent(OWNER_EMAIL)}/password-link`;
  const { link } = await instance.operator<{ link: string }>(path, {});
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await instance.console('/set-password', { token: new URL(link).searchParams.get('t'), password });
  return { consoleEmail: OWNER_EMAIL, consolePassword: password };
}

/**
 * One organization on the platform plan with a live and a test key and an owner who can sign in, made at the first start
 * and kept. An instance from before there was a sign-in gets that.
 */
export async function seed(
  dataDir: DataDir,
  baseUrl: string,
  localUrl: string,
  operatorToken: string,
): Promise<Credentials> {
  const instance = new Instance(localUrl, new URL(baseUrl).origin, operatorToken);
  const known = await readPrivate<Kept & Partial<ConsoleAccess>>(dataDir.credentials);
  const { organizationId, liveKey, testKey } = known ?? (await createOrganization(instance));
  const { consoleEmail, consolePassword } =
    known?.consoleEmail !== undefined && known.consolePassword !== undefined
      ? (known as ConsoleAccess)
      : await openConsole(instance, organizationId);
  const credentials = {
    baseUrl,
    webUrl: `${baseUrl}/`,
    liveKey,
    testKey,
    operatorToken,
    organizationId,
    consoleEmail,
    consolePassword,
    pid: process.pid,
  };
  await writePrivate(dataDir.credentials, credentials);
  return credentials;
}
