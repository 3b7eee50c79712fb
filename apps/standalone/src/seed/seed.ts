import { randomBytes } from 'node:crypto';
import { SCOPES } from '@capture/contracts';
import { request } from 'undici';
import type { Instance } from '../instance/instance.js';
import { readPrivate, writePrivate } from '../instance/private-file.js';

/** Content of `dev-credentials.json`, written when the instance is ready and read by tools and tests. */
export interface Credentials {
  baseUrl: string;
  webUrl: string;
  liveKey: string;
  testKey: string;
  operatorUrl: string;
  operatorToken: string;
  organizationId: string;
  consoleEmail: string;
  consolePassword: string;
  pid: number;
}

type Keys = Pick<Credentials, 'liveKey' | 'testKey' | 'organizationId'>;
type ConsoleAccess = Pick<Credentials, 'consoleEmail' | 'consolePassword'>;

const OWNER_EMAIL = 'owner@localhost.test';
const PASSWORD_BYTES = 18;

/** Client of the operator API and of the console's API. */
class InstanceClient {
  /** @param origin Origin of the console's pages. */
  constructor(
    private readonly localUrl: string,
    private readonly origin: string,
    private readonly operatorUrl: string,
    private readonly operatorToken: string,
  ) {}

  async operator<T>(path: string, body: object): Promise<T> {
    const authorization = `Bearer ${this.operatorToken}`;
    const text = await this.post(`${this.operatorUrl}/operator/v1${path}`, { authorization }, body);
    return JSON.parse(text) as T;
  }

  async console(path: string, body: object): Promise<void> {
    await this.post(`${this.localUrl}/console/api${path}`, { origin: this.origin }, body);
  }

  /** Text of the answer. Not by Node's own fetch, which a process that only seeds by it keeps in memory (13 MB). */
  private async post(url: string, headers: Record<string, string>, body: object): Promise<string> {
    const answer = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`seeding failed: ${new URL(url).pathname} answered ${answer.statusCode} ${text}`);
    return text;
  }
}

async function createOrganization(client: InstanceClient): Promise<Keys> {
  const organization = await client.operator<{ id: string }>('/orgs', {
    name: 'Local organization',
    plan: 'platform',
    ownerEmail: OWNER_EMAIL,
  });
  const key = async (mode: 'live' | 'test'): Promise<string> => {
    const path = `/orgs/${organization.id}/keys`;
    const made = await client.operator<{ key: string }>(path, {
      name: `local ${mode}`,
      mode,
      scopes: SCOPES,
    });
    return made.key;
  };
  return { organizationId: organization.id, liveKey: await key('live'), testKey: await key('test') };
}

/** Sets a random password for the owner, through a password link of the operator API. */
async function openConsole(client: InstanceClient, organizationId: string): Promise<ConsoleAccess> {
  const path = `/orgs/${organizationId}/members/${encodeURIComponent(OWNER_EMAIL)}/password-link`;
  const { link } = await client.operator<{ link: string }>(path, {});
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await client.console('/set-password', { token: new URL(link).searchParams.get('t'), password });
  return { consoleEmail: OWNER_EMAIL, consolePassword: password };
}

/**
 * Creates one organization on the platform plan, with a live key, a test key and an owner who can sign in. Later starts
 * keep what is there; an instance without a console sign-in gets one.
 */
export async function seed(instance: Instance, operatorUrl: string): Promise<Credentials> {
  const { dataDir, host, port, publicUrl: baseUrl } = instance;
  const { operatorToken } = instance.secrets;
  const local = `http://${host}:${port}`;
  const client = new InstanceClient(local, new URL(baseUrl).origin, operatorUrl, operatorToken);
  const known = await readPrivate<Keys & Partial<ConsoleAccess>>(dataDir.credentials);
  const { organizationId, liveKey, testKey } = known ?? (await createOrganization(client));
  const { consoleEmail, consolePassword } =
    known?.consoleEmail !== undefined && known.consolePassword !== undefined
      ? (known as ConsoleAccess)
      : await openConsole(client, organizationId);
  const credentials = {
    baseUrl,
    webUrl: `${baseUrl}/`,
    liveKey,
    testKey,
    operatorUrl,
    operatorToken,
    organizationId,
    consoleEmail,
    consolePassword,
    pid: process.pid,
  };
  await writePrivate(dataDir.credentials, credentials);
  return credentials;
}
