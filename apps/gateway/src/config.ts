import { fileURLToPath } from 'node:url';
import { IntField, SecretField, StringField, StringListField } from '@capture/contracts';
import { BusConfig } from '@capture/messaging';
import { publicKeyOf } from '@capture/platform';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { isAddressRange } from './forwarding/client-address.js';

const ORIGIN = /^https?:\/\/[^/?#]+$/;

function AddressRanges(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    Array.isArray(value) && value.every((item) => isAddressRange(String(item)));
  const defaultMessage = (): string => '$property must be IP addresses or CIDR ranges, separated by commas';
  return ValidateBy({ name: 'isAddressRange', validator: { validate, defaultMessage } });
}

/** A key that the services do not know would have them refuse every call. */
function SignsForServices(): PropertyDecorator {
  const validate = (value: unknown, args?: ValidationArguments): boolean => {
    const { CAPTURE_PRINCIPAL_PUBLIC_KEYS: known } = (args?.object ?? {}) as Partial<GatewayConfig>;
    return typeof value === 'string' && Array.isArray(known) && known.includes(publicKeyOf(value));
  };
  const defaultMessage = (): string =>
    '$property must be the private half of one of CAPTURE_PRINCIPAL_PUBLIC_KEYS';
  return ValidateBy({ name: 'signsForServices', validator: { validate, defaultMessage } });
}

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export class GatewayConfig extends BusConfig {
  override CAPTURE_HTTP_PORT: number = 8080;

  @StringField({ pattern: ORIGIN, description: 'Base URL of the accounts service' })
  CAPTURE_UPSTREAM_ACCOUNTS: string;

  @StringField({ pattern: ORIGIN, description: 'Base URL of the capture-requests service' })
  CAPTURE_UPSTREAM_CAPTURE_REQUESTS: string;

  @StringField({ pattern: ORIGIN, description: 'Base URL of the sessions service' })
  CAPTURE_UPSTREAM_SESSIONS: string;

  @StringField({ pattern: ORIGIN, description: 'Base URL of the recordings service' })
  CAPTURE_UPSTREAM_RECORDINGS: string;

  @StringField({ pattern: ORIGIN, description: 'Base URL of the webhooks service' })
  CAPTURE_UPSTREAM_WEBHOOKS: string;

  @StringField({
    pattern: /^[A-Za-z0-9+/]{43}=$/,
    description: 'Base64 of the 32-byte Ed25519 seed that signs the principal header; no service has it',
  })
  @SignsForServices()
  CAPTURE_PRINCIPAL_SIGNING_KEY: string;

  @IntField({
    optional: true,
    text: true,
    max: 65_535,
    description: 'Port of /metrics, which the public port never serves; not served without it',
  })
  CAPTURE_METRICS_PORT?: number;

  @StringField({ optional: true, description: 'Address that /metrics binds to' })
  CAPTURE_METRICS_HOST: string = '127.0.0.1';

  @IntField({
    optional: true,
    text: true,
    max: 65_535,
    description: 'Port of the operator API, which the public port never serves; not served without it',
  })
  CAPTURE_OPERATOR_PORT?: number;

  @StringField({ optional: true, description: 'Address that the operator API binds to' })
  CAPTURE_OPERATOR_HOST: string = '127.0.0.1';

  @SecretField({
    optional: true,
    description: 'Bearer of the operator API; without it that API refuses everybody',
  })
  CAPTURE_OPERATOR_TOKEN?: string;

  @SecretField({
    optional: true,
    description: 'A second bearer of the operator API: the former one, while callers change to the new one',
  })
  CAPTURE_OPERATOR_TOKEN_PREVIOUS?: string;

  @StringListField({
    optional: true,
    text: true,
    description: 'Proxies in front whose X-Forwarded-For is believed',
  })
  @AddressRanges()
  CAPTURE_TRUSTED_PROXIES: string[] = [];

  @StringField({
    optional: true,
    description: 'Budgets are shared over this Redis; without it they are counted in this process',
  })
  REDIS_URL?: string;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Milliseconds that a call waits for Redis before this process counts alone',
  })
  CAPTURE_REDIS_TIMEOUT_MS: number = 50;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 1000,
    description: 'Gateways that share the budgets while Redis is gone',
  })
  CAPTURE_GATEWAY_COUNT: number = 1;

  @StringField({ optional: true, description: 'The web build that is served' })
  CAPTURE_WEB_DIR: string = fromHere('../../web/dist');

  @StringField({
    optional: true,
    description: 'The documentation that is served: api/openapi.json and errors/*.md',
  })
  CAPTURE_DOCS_DIR: string = fromHere('../../../docs');

  @StringField({
    optional: true,
    pattern: ORIGIN,
    description: 'Origin of the object store where browsers upload to it directly',
  })
  CAPTURE_STORE_ORIGIN?: string;

  @IntField({ optional: true, text: true, min: 1, description: 'Reads per minute and API key' })
  CAPTURE_BUDGET_READ: number = 600;

  @IntField({ optional: true, text: true, min: 1, description: 'Writes per minute and API key' })
  CAPTURE_BUDGET_WRITE: number = 60;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Minted download URLs per minute and API key',
  })
  CAPTURE_BUDGET_DOWNLOAD: number = 60;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description:
      'Requests per minute and link key, invite or participant token; on an open link also per client address',
  })
  CAPTURE_BUDGET_CAPABILITY: number = 300;

  @IntField({ optional: true, text: true, min: 1, description: 'Requests per minute and console sign-in' })
  CAPTURE_BUDGET_CONSOLE: number = 600;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Credentials that do not work, per minute and client address (IPv6: per /64)',
  })
  CAPTURE_BUDGET_FAILURES: number = 60;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    description: 'Milliseconds that a service may take to begin its answer',
  })
  CAPTURE_UPSTREAM_TIMEOUT_MS: number = 30_000;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    description:
      'Milliseconds after which a connection to a service is replaced, which finds processes that were added',
  })
  CAPTURE_UPSTREAM_CONNECTION_MS: number = 5_000;
}
