import { fileURLToPath } from 'node:url';
import { publicKeyOf } from '@capture/platform';
import type { Env, Instance } from '../instance/instance.js';
import {
  DATABASE_SERVICES,
  databaseUrl,
  schemaOf,
  type DatabaseService,
} from '../instance/service-databases.js';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

function shared({ publicUrl, secrets }: Instance): Env {
  return {
    CAPTURE_PUBLIC_URL: publicUrl,
    CAPTURE_PRINCIPAL_PUBLIC_KEYS: publicKeyOf(secrets.principalSigningKey),
  };
}

const OWN: Record<DatabaseService, (instance: Instance) => Env> = {
  accounts: ({ secrets, dataDir, env }) => ({
    // Counts only without a mail server, whose URL may hold a password.
    CAPTURE_MAIL_DIR: dataDir.mail,
    CAPTURE_SMTP_URL: env['CAPTURE_SMTP_URL'],
    CAPTURE_KEY_PEPPER: secrets.keyPepper,
    CAPTURE_SIGN_IN_SECRET: secrets.signInSecret,
    // The provider of somebody who tries single sign-on out listens on this machine.
    CAPTURE_SSO_ALLOW_LOOPBACK: 'true',
  }),
  'capture-requests': ({ secrets }) => ({
    CAPTURE_LINK_SECRET: secrets.linkSecret,
    CAPTURE_EVIDENCE_SIGNING_KEY: secrets.evidenceSigningKey,
  }),
  sessions: ({ secrets }) => ({ CAPTURE_TOKEN_SECRET: secrets.tokenSecret }),
  recordings: ({ secrets, dataDir }) => ({
    CAPTURE_STORE: 'filesystem',
    CAPTURE_STORE_DIR: dataDir.store,
    CAPTURE_GRANT_SECRET: secrets.grantSecret,
    CAPTURE_SIGNING_KEY: secrets.signingKey,
  }),
  // The receiver of somebody who tries webhooks out listens on this machine.
  webhooks: ({ secrets }) => ({
    CAPTURE_WEBHOOK_SECRET_KEY: secrets.webhookSecretKey,
    CAPTURE_WEBHOOK_ALLOW_LOOPBACK: 'true',
  }),
};

const ofTheGateway = ({ secrets, env }: Instance): Env => ({
  CAPTURE_PRINCIPAL_SIGNING_KEY: secrets.principalSigningKey,
  CAPTURE_OPERATOR_TOKEN: secrets.operatorToken,
  CAPTURE_OPERATOR_TOKEN_PREVIOUS: env['CAPTURE_OPERATOR_TOKEN_PREVIOUS'],
});

/** What the instance was started with, less the settings that belong to other processes: no process sees their secrets. */
function given(instance: Instance, process: DatabaseService | 'gateway'): Env {
  const owned = { ...OWN, gateway: ofTheGateway };
  const foreign = Object.entries(owned)
    .filter(([name]) => name !== process)
    .flatMap(([, settings]) => Object.keys(settings(instance)));
  const env = Object.entries(instance.env).filter(([name]) => !foreign.includes(name));
  // Nothing in front of these processes watches their readiness.
  return { LOG_LEVEL: 'info', CAPTURE_DRAIN_DELAY_MS: '0', ...Object.fromEntries(env) };
}

/** Environment of one service; it listens on loopback, on `port` or a free one. */
export function serviceEnv(instance: Instance, service: DatabaseService, port = 0): Env {
  return {
    ...OWN[service](instance),
    ...given(instance, service),
    ...shared(instance),
    DATABASE_URL: databaseUrl(instance, service),
    CAPTURE_HTTP_HOST: '127.0.0.1',
    CAPTURE_HTTP_PORT: String(port),
  };
}

/** Origin of the object store when browsers transfer media with it directly; the pages' policy must allow it. */
export function storeOrigin(env: Env): string | undefined {
  if (env['CAPTURE_STORE'] !== 's3' || env['CAPTURE_S3_DIRECT'] === 'false') return undefined;
  const region = env['CAPTURE_S3_REGION'] ?? 'us-east-1';
  const aws = `https://s3.${region}.amazonaws.com`;
  return new URL(env['CAPTURE_S3_PUBLIC_ENDPOINT'] ?? env['CAPTURE_S3_ENDPOINT'] ?? aws).origin;
}

/** Environment of the gateway; `urls` are the base URLs of the services behind it. */
export function gatewayEnv(
  instance: Instance,
  urls: Record<DatabaseService, string>,
  operatorPort = instance.operator.port,
): Env {
  const upstreams = DATABASE_SERVICES.map((service) => [
    `CAPTURE_UPSTREAM_${schemaOf(service).toUpperCase()}`,
    urls[service],
  ]);
  return {
    CAPTURE_WEB_DIR: fromRoot('apps/web/dist'),
    CAPTURE_DOCS_DIR: fromRoot('docs'),
    CAPTURE_STORE_ORIGIN: storeOrigin(instance.env),
    ...given(instance, 'gateway'),
    ...shared(instance),
    ...ofTheGateway(instance),
    ...(Object.fromEntries(upstreams) as Env),
    CAPTURE_HTTP_HOST: instance.host,
    CAPTURE_HTTP_PORT: String(instance.port),
    CAPTURE_OPERATOR_HOST: instance.operator.host,
    CAPTURE_OPERATOR_PORT: String(operatorPort),
  };
}
