// Secrets for trying Capture out with the servers that the umbrella chart brings.
import { randomBytes } from 'node:crypto';
import { publicKeyOf } from '@capture/platform';
import { SERVICES, type Service } from './services.js';
import { settingsIn } from './settings.js';

export interface Secret {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string; namespace: string };
  stringData: Record<string, string>;
}

const schemaOf = (service: Service): string => service.replaceAll('-', '_');

/** One of PostgreSQL and one for each service, with everything that its process needs. */
export function evaluationSecrets(release: string, namespace: string): Secret[] {
  const seed = randomBytes(32).toString('base64');
  const databases = SERVICES.filter((service) => service !== 'gateway');
  const passwords = new Map<Service, string>(
    databases.map((service) => [service, randomBytes(24).toString('hex')]),
  );
  const known: Record<string, string> = {
    CAPTURE_PRINCIPAL_SIGNING_KEY: seed,
    CAPTURE_PRINCIPAL_PUBLIC_KEYS: publicKeyOf(seed),
    NATS_URL: `nats://${release}-nats:4222`,
    REDIS_URL: `redis://${release}-redis:6379`,
  };
  const secret = (name: string, stringData: Record<string, string>): Secret => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${release}-${name}`, namespace },
    stringData,
  });
  const databaseUrl = (service: Service): string =>
    `postgresql://capture_${schemaOf(service)}:${passwords.get(service)}@${release}-postgres:5432/capture`;
  const valueOf = (service: Service, name: string): string =>
    name === 'DATABASE_URL' ? databaseUrl(service) : (known[name] ?? randomBytes(32).toString('base64'));
  const ofServices = SERVICES.map((service) => {
    const names = settingsIn(service, 'credentials')
      // Nothing of a bucket: files lie on a volume. No mail server: there is none to try. Nothing that an installation has only while it changes keys.
      .filter(({ name }) => !/^CAPTURE_(S3|SMTP)_|_PREVIOUS$/.test(name))
      .map(({ name }) => name);
    return secret(service, Object.fromEntries(names.map((name) => [name, valueOf(service, name)])));
  });
  const roles = databases.map((service) => [`PASSWORD_${schemaOf(service)}`, passwords.get(service) ?? '']);
  const server = { POSTGRES_PASSWORD: randomBytes(24).toString('hex'), ...Object.fromEntries(roles) };
  return [secret('postgres', server), ...ofServices];
}
