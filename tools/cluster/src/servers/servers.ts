// PostgreSQL, NATS, Redis and an S3 server, as an installation brings them, and the Secrets by which services reach them.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Secret } from '@capture/charts-tool/rendering';
import type { Names } from '../network/names.js';
import { Server, type ServerInput } from './server.js';

const S3_PORT = 9480;
const S3_SCRIPT = 'libs/testing/src/servers/s3-server.sh';
const S3_KEYS = { CAPTURE_S3_ACCESS_KEY_ID: 'test:tester', CAPTURE_S3_SECRET_ACCESS_KEY: 'testing-secret' };
export const BUCKET = 'test-bucket';
export const S3_ENDPOINT = `http://capture-s3:${S3_PORT}`;

const ADDRESSES = {
  postgres: '10.244.200.1',
  nats: '10.244.200.2',
  redis: '10.244.200.3',
  s3: '10.244.200.4',
};
export type ServerName = keyof typeof ADDRESSES;

const dataOf = (secrets: readonly Secret[], name: string): Record<string, string> =>
  secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {};

/** A role and a schema of its own for each service, as in `helm/capture/roles.sh`. */
async function makeRoles(url: string, passwords: Record<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE DATABASE capture');
  } finally {
    await client.end();
  }
  const capture = new pg.Client({ connectionString: url.replace(/postgres$/, 'capture') });
  await capture.connect();
  try {
    for (const [key, password] of Object.entries(passwords)) {
      const [, schema] = /^PASSWORD_(.+)$/.exec(key) ?? [];
      if (schema === undefined) continue;
      const role = `capture_${schema}`;
      await capture.query(`CREATE ROLE ${role} LOGIN PASSWORD ${capture.escapeLiteral(password)}`);
      await capture.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
      await capture.query(`ALTER ROLE ${role} SET search_path = ${schema}`);
    }
    await capture.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  } finally {
    await capture.end();
  }
}

export interface ServersInput {
  directory: string;
  logs: string;
  names: Names;
  secrets: readonly Secret[];
}

/** The folder of a server's data, which a server that runs as another user can enter. */
function homeOf(directory: string, name: string): string {
  const path = join(directory, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
  return path;
}

const REDIS = ['--bind', '0.0.0.0', '--protected-mode', 'no', '--save', '', '--appendonly', 'no'];

type Program = Omit<ServerInput, 'name' | 'ip' | 'log'>;

function programs(root: string, directory: string, password: string): Record<ServerName, Program> {
  const stream = join(homeOf(directory, 'nats'), 'server.conf');
  writeFileSync(stream, `jetstream { store_dir: "${join(directory, 'nats')}" }\n`);
  const main = fileURLToPath(new URL('./postgres-process.js', import.meta.url));
  return {
    postgres: {
      port: 5432,
      command: process.execPath,
      args: [main, homeOf(directory, 'postgres')],
      env: { POSTGRES_PASSWORD: password },
      pidFile: join(directory, 'postgres/data/postmaster.pid'),
    },
    nats: { port: 4222, command: 'nats-server', args: ['-a', '0.0.0.0', '-p', '4222', '-c', stream] },
    redis: { port: 6379, command: 'redis-server', args: [...REDIS, '--maxmemory-policy', 'noeviction'] },
    s3: {
      port: S3_PORT,
      command: 'bash',
      args: [join(root, S3_SCRIPT), 'start'],
      env: {
        S3_HOME: homeOf(directory, 's3'),
        S3_HOST: ADDRESSES.s3,
        S3_PORT: String(S3_PORT),
        S3_BUCKET: BUCKET,
      },
      leavesServers: true,
    },
  };
}

/** Starts all of them; their names are `capture-postgres` and so on. */
export async function startServers(
  root: string,
  { directory, logs, names, secrets }: ServersInput,
): Promise<Record<ServerName, Server>> {
  const passwords = dataOf(secrets, 'capture-postgres');
  const password = passwords['POSTGRES_PASSWORD'] ?? '';
  const program = programs(root, directory, password);
  const server = (name: ServerName): Server => {
    const ip = ADDRESSES[name];
    names.set(`capture-${name}`, ip);
    return new Server({ name, ip, log: join(logs, `${name}.log`), ...program[name] });
  };
  const all = {
    postgres: server('postgres'),
    nats: server('nats'),
    redis: server('redis'),
    s3: server('s3'),
  };
  await Promise.all(Object.values(all).map((one) => one.create()));
  await makeRoles(`postgresql://postgres:${password}@${all.postgres.ip}:5432/postgres`, passwords);
  return all;
}

/** The data of each Secret by its name, those of the bucket included. */
export function secretData(secrets: readonly Secret[]): Map<string, Record<string, string>> {
  const data = new Map(secrets.map(({ metadata, stringData }) => [metadata.name, { ...stringData }]));
  data.set('capture-recordings', { ...data.get('capture-recordings'), ...S3_KEYS });
  return data;
}
