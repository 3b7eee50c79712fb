import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Instance } from '../instance/instance.js';
import { loadSecrets, type Secrets } from '../instance/secrets.js';
import { DATABASE_SERVICES } from '../instance/service-databases.js';
import { gatewayEnv, serviceEnv, storeOrigin } from './settings.js';

const URLS = Object.fromEntries(DATABASE_SERVICES.map((service) => [service, 'http://127.0.0.1:1']));

async function secretsFile(content: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'capture-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secrets.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

function instanceOf(secrets: Secrets, env: Record<string, string>): Instance {
  const adminUrl = `postgresql://postgres:${secrets.postgresPassword}@127.0.0.1:5432/postgres`;
  const dataDir = { store: 'store', mail: 'mail' } as Instance['dataDir'];
  return {
    config: {} as Instance['config'],
    host: '127.0.0.1',
    port: 1,
    operator: { host: '127.0.0.1', port: 0 },
    publicUrl: 'http://localhost:1',
    dataDir,
    secrets,
    adminUrl,
    env,
  };
}

it('a process is given no secret of another one, wherever that came from (scenario 81)', async () => {
  const secrets = await loadSecrets(await secretsFile({}));
  const given = {
    CAPTURE_OPERATOR_TOKEN: 'given'.repeat(9),
    CAPTURE_OPERATOR_TOKEN_PREVIOUS: 'former'.repeat(9),
    CAPTURE_KEY_PEPPER: 'pepper'.repeat(9),
    CAPTURE_SMTP_URL: 'smtp://user:password@mail.example.org',
  };
  const instance = instanceOf(secrets, { PATH: '/bin', ...given });
  const all = [
    ...DATABASE_SERVICES.map((service) => serviceEnv(instance, service)),
    gatewayEnv(instance, URLS as Parameters<typeof gatewayEnv>[1]),
  ].map((env) => JSON.stringify(env));
  const { postgresPassword, ...owned } = secrets;
  expect(all.filter((env) => env.includes(postgresPassword))).toEqual([]);
  const {
    CAPTURE_KEY_PEPPER: pepper,
    CAPTURE_OPERATOR_TOKEN_PREVIOUS: previous,
    CAPTURE_SMTP_URL: smtp,
  } = given;
  const holders = Object.entries({ ...owned, pepper, previous, smtp })
    .filter(([name]) => name !== 'keyPepper')
    .map(([name, secret]) => [name, all.filter((env) => env.includes(secret)).length]);
  expect(holders).toEqual(holders.map(([name]) => [name, 1]));
  expect(new Set(all.map((env) => /"DATABASE_URL":"[^"]+"/.exec(env)?.[0])).size).toBe(
    DATABASE_SERVICES.length + 1,
  );
});

it('an instance of the former release gets a key pair, keeps its other secrets and loses the key that all shared', async () => {
  const kept = { linkSecret: 'kept', principalKey: 'shared by all', ofALaterRelease: 'kept as well' };
  const file = await secretsFile(kept);
  const secrets = await loadSecrets(file);
  expect(Buffer.from(secrets.principalSigningKey, 'base64')).toHaveLength(32);
  const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  expect(stored).toEqual({ ...secrets, linkSecret: 'kept', ofALaterRelease: 'kept as well' });
  expect(stored).not.toHaveProperty('principalKey');
  expect(await loadSecrets(file)).toEqual(secrets);
});

it('pages may go to the object store exactly where clients exchange bytes with it', () => {
  const s3 = { CAPTURE_STORE: 's3', CAPTURE_S3_ENDPOINT: 'http://10.0.0.9:9000/s3' };
  expect(storeOrigin({})).toBeUndefined();
  expect(storeOrigin({ ...s3, CAPTURE_STORE: 'filesystem' })).toBeUndefined();
  expect(storeOrigin({ ...s3, CAPTURE_S3_DIRECT: 'false' })).toBeUndefined();
  expect(storeOrigin(s3)).toBe('http://10.0.0.9:9000');
  expect(storeOrigin({ ...s3, CAPTURE_S3_PUBLIC_ENDPOINT: 'https://media.example' })).toBe(
    'https://media.example',
  );
  expect(storeOrigin({ CAPTURE_STORE: 's3', CAPTURE_S3_REGION: 'eu-central-1' })).toBe(
    'https://s3.eu-central-1.amazonaws.com',
  );
});
