// What a service is configured by, read from its config class, and which part of a chart each setting belongs to.
import { DECORATORS } from '@nestjs/swagger';
import { configOf, type Service } from './services.js';

/** A setting as its field decorator declares it. */
export interface Setting {
  name: string;
  description: string;
  required: boolean;
  /** What applies without it; undefined where nothing does. */
  fallback: unknown;
  /** JSON schema of its value in a chart, where numbers, booleans and lists are written as such. */
  schema: Record<string, unknown>;
}

interface ApiProperty {
  type: unknown;
  isArray?: boolean;
  required?: boolean;
  description?: string;
  enum?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

/** Where a setting is found in a chart. */
export type Place = 'settings' | 'credentials' | 'chart';

/** Given by the chart itself: addresses and ports, the other services, the volume. */
const OF_THE_CHART = /^CAPTURE_(HTTP|METRICS)_(HOST|PORT)$|^CAPTURE_UPSTREAM_[A-Z_]+$|^CAPTURE_STORE_DIR$/;
const UPSTREAM_TIMES = /^CAPTURE_UPSTREAM_(TIMEOUT|CONNECTION)_MS$/;
/** Differ by installation and come from its Secrets, though their fields are not those of secrets. */
const FROM_SECRETS = new Set([
  'CAPTURE_EVIDENCE_SIGNING_KEY',
  'CAPTURE_PRINCIPAL_PUBLIC_KEYS',
  'CAPTURE_PRINCIPAL_SIGNING_KEY',
  'CAPTURE_S3_ACCESS_KEY_ID',
  'CAPTURE_S3_SECRET_ACCESS_KEY',
  'CAPTURE_SIGNING_KEY',
  'CAPTURE_SMTP_URL',
  'CAPTURE_WEBHOOK_SECRET_KEY',
  'DATABASE_URL',
  'NATS_URL',
  'REDIS_URL',
]);
/** A process of its own does not start without them, though one that shares a process does. */
const REQUIRED_HERE = new Set(['NATS_URL']);

function schemaOf(property: ApiProperty): Record<string, unknown> {
  const { pattern, minimum, maximum, minItems } = property;
  if (property.isArray) return { type: 'array', items: { type: 'string' }, ...(minItems && { minItems }) };
  if (property.type === Boolean) return { type: 'boolean' };
  if (property.type === 'integer') return { type: 'integer', minimum, maximum };
  if (property.enum) return { type: 'string', enum: property.enum };
  return { type: 'string', ...(pattern !== undefined && { pattern }) };
}

function propertyOf(service: Service, name: string): ApiProperty {
  const prototype = configOf(service).prototype as object;
  return Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name) as ApiProperty;
}

/** Every setting of a service, by name. */
export function settingsOf(service: Service): Setting[] {
  const type = configOf(service);
  const names = Reflect.getMetadata(
    DECORATORS.API_MODEL_PROPERTIES_ARRAY,
    type.prototype as object,
  ) as string[];
  const defaults = new type() as Record<string, unknown>;
  const unique = [...new Set(names.map((name) => name.replace(/^:/, '')))].sort();
  return unique.map((name) => {
    const property = propertyOf(service, name);
    return {
      name,
      description: property.description ?? '',
      required: property.required !== false || REQUIRED_HERE.has(name),
      fallback: defaults[name],
      schema: schemaOf(property),
    };
  });
}

/** Secrets are told by their field, which asks for 32 bytes at least. */
function isSecret(service: Service, name: string): boolean {
  const { minLength, maxLength } = propertyOf(service, name);
  return minLength === 32 && maxLength === 500;
}

export function placeOf(service: Service, name: string): Place {
  if (FROM_SECRETS.has(name) || isSecret(service, name)) return 'credentials';
  return OF_THE_CHART.test(name) && !UPSTREAM_TIMES.test(name) ? 'chart' : 'settings';
}

export function settingsIn(service: Service, place: Place): Setting[] {
  return settingsOf(service).filter(({ name }) => placeOf(service, name) === place);
}
