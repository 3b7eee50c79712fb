// The product as it runs for everybody, on a data directory that ends with the benchmark.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { request } from 'undici';
import { productFlags } from '../bootstrap/install.mjs';

const START_TIMEOUT_MS = 300_000;
const SCOPES = [
  'capture_requests:read',
  'capture_requests:write',
  'recordings:read',
  'recordings:download',
  'webhooks:read',
  'webhooks:write',
  'sessions:read',
  'sessions:write',
];
// A benchmark is one caller who asks as fast as many would together.
const BUDGETS = ['READ', 'WRITE', 'DOWNLOAD', 'CAPABILITY', 'CONSOLE'].map((name) => [
  `CAPTURE_BUDGET_${name}`,
  '100000000',
]);

/** By which a browser marks requests of the console's own pages. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * What a starting instance writes once it takes calls.
 * @param {number} [formerPid] of the run before it, which has left such a file
 * @throws Error when `child`, which starts it, ends before
 */
export async function readCredentials(dataDir, child, formerPid) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const text = await readFile(join(dataDir, 'dev-credentials.json'), 'utf8').catch(() => '');
    const credentials = text.endsWith('}\n') ? JSON.parse(text) : undefined;
    if (credentials && credentials.pid !== formerPid) return credentials;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the product did not start');
    await pause(50);
  }
}

export class Product {
  #child;
  #pool;

  #settings;

  constructor(dataDir, port, settings) {
    this.#settings = settings;
    this.dataDir = dataDir;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.port = port;
  }

  /**
   * @param {'standalone' | 'distributed'} mode
   * @param {Record<string, string>} settings environment variables besides its own
   */
  static async start(mode = 'standalone', settings = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), 'capture-bench-'));
    // Started by root, PostgreSQL runs as another user, who must be able to enter the directory.
    await chmod(dataDir, 0o755);
    const product = new Product(dataDir, await freePort(), settings);
    try {
      await product.#up(mode);
    } catch (error) {
      await product.remove();
      throw error;
    }
    return product;
  }

  async #up(mode) {
    const script = fileURLToPath(new URL(`../../dist/processes/${mode}.js`, import.meta.url));
    const started = performance.now();
    const own = { CAPTURE_DATA_DIR: this.dataDir, CAPTURE_PORT: String(this.port) };
    this.#child = spawn(process.execPath, [...productFlags, script], {
      env: { ...process.env, ...Object.fromEntries(BUDGETS), ...this.#settings, ...own },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.credentials = await readCredentials(this.dataDir, this.#child, this.credentials?.pid);
    this.startedInMs = performance.now() - started;
  }

  async secrets() {
    return JSON.parse(await readFile(join(this.dataDir, 'secrets.json'), 'utf8'));
  }

  /** Base URL of a service behind the gateway, as its log tells it. */
  async serviceUrl(service) {
    const log = await readFile(join(this.dataDir, 'capture.log'), 'utf8');
    const lines = log.split('\n').filter((line) => line.includes('"listening"'));
    const found = lines.map((line) => JSON.parse(line)).find((line) => line.service === service);
    if (!found) throw new Error(`the log does not say where ${service} listens`);
    return found.url;
  }

  /** Connection string of the instance's database, as its superuser. */
  async databaseUrl() {
    const { postgresPassword } = await this.secrets();
    const [, , , port] = (await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split(
      '\n',
    );
    return `postgresql://postgres:${postgresPassword}@127.0.0.1:${port}/postgres`;
  }

  /** The instance's database, as its superuser. */
  async database() {
    if (this.#pool) return this.#pool;
    const connectionString = await this.databaseUrl();
    // The triggers that number facts and wake workers name their tables as the services do, without the schema.
    const options = '-c search_path=capture_requests,webhooks';
    this.#pool = new pg.Pool({ connectionString, options, max: 2 });
    this.#pool.on('error', () => undefined);
    return this.#pool;
  }

  /** Calls the API with a key or a link key. @throws when it refuses */
  async call(method, path, token, body) {
    const headers = { authorization: `Bearer ${token}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    // `fetch` takes three times as much of the processors that the product is measured on.
    const answer = await request(new URL(path, this.baseUrl), init);
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Signs the development organization's owner in. @returns the cookies of the sign-in */
  async signIn() {
    const { consoleEmail: email, consolePassword: password } = this.credentials;
    const answer = await fetch(new URL('/console/api/sign-in', this.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...OWN_PAGE },
      body: JSON.stringify({ email, password }),
    });
    if (answer.status !== 201) throw new Error(`the sign-in was answered ${answer.status}`);
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    return cookies.join('; ');
  }

  /** A fresh organization with a live key. */
  async organization() {
    const { operatorUrl, operatorToken } = this.credentials;
    const { id } = await this.call('POST', `${operatorUrl}/operator/v1/orgs`, operatorToken, {
      name: 'Bench',
      plan: 'platform',
      ownerEmail: 'owner@bench.test',
    });
    const { key } = await this.call('POST', `${operatorUrl}/operator/v1/orgs/${id}/keys`, operatorToken, {
      name: 'bench',
      mode: 'live',
      scopes: SCOPES,
    });
    return { id, key };
  }

  /** The same instance in new processes, its database too. */
  async restart(mode = 'standalone') {
    await this.#down();
    await this.#up(mode);
  }

  async #down() {
    await this.#pool?.end();
    this.#pool = undefined;
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }

  async remove() {
    await this.#down();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
