import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, stopProcess, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  Receiver,
  signedHeaders,
  verifySignature,
  type Delivery,
} from '../../harness/clients/receiver.js';
import { codeBlocksOf } from '../../harness/markdown.js';
import {
  WebhookOrganization,
  type EndpointBody,
  type EventBody,
} from '../../harness/organizations/webhook-organization.js';
import { ROOT } from '../../harness/repository.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const run = promisify(execFile);

/** How each language's receiver is built and run from a file beside a `node_modules`. */
const LANGUAGES: Record<string, { file: string; build?: string[]; command: string[] }> = {
  js: { file: 'receiver.mjs', command: [process.execPath, 'receiver.mjs'] },
  python: { file: 'receiver.py', command: ['python3', 'receiver.py'] },
  go: {
    file: 'receiver.go',
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    command: ['./receiver'],
  },
};
// Go is not a tool of this repository: its receiver is run only where `go version` works.
const runnable = Object.keys(LANGUAGES).filter(
  (one) => one !== 'go' || spawnSync('go', ['version']).status === 0,
);

type Headers = Record<string, string>;

/** Headers of a request signed with `secret` `ageSec` ago. */
function signed(secret: string, body: string, ageSec = 0): Headers {
  const [id, timestamp] = ['evt_forged', String(Math.floor(Date.now() / 1000) - ageSec)];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Requests that must be refused, made from a valid delivery. */
function forgeries(
  secret: string,
  { body, headers }: { body: string; headers: Headers },
): [string, string, Headers][] {
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  return [
    ['a body that was changed', body.replace('{', '{ '), headers],
    ['another id', body, { ...headers, 'webhook-id': 'evt_other' }],
    ['a signature by another secret', body, signed(other, body)],
    ['a signature that is none', body, { ...headers, 'webhook-signature': 'v1,bm9uZQ==' }],
    ['no signature', body, { ...headers, 'webhook-signature': '' }],
    ['a recorded request, played back after ten minutes', body, signed(secret, body, 600)],
    ['a time that is none', body, { ...headers, 'webhook-timestamp': 'now' }],
  ];
}

describe('docs/guides/webhooks.md', () => {
  let directory: string;
  let owner: WebhookOrganization;
  let blocks: Awaited<ReturnType<typeof codeBlocksOf>>;
  let port: number;
  let child: ChildProcess | undefined;
  const receivers: Receiver[] = [];

  /** The one block of that language with `mark` in it. */
  const block = (language: string, mark: string): string => {
    const [found, ...more] = blocks.filter((one) => one.language === language && one.text.includes(mark));
    if (!found || more.length > 0) throw new Error(`not one ${language} block has "${mark}" in it`);
    return found.text;
  };

  /** Runs a block in a shell. @returns its output. @throws when it fails. */
  const type = async (commands: string, env: Record<string, string>): Promise<string> =>
    (
      await run('bash', ['-euo', 'pipefail', '-c', commands], {
        cwd: directory,
        env: { ...process.env, ...env },
      })
    ).stdout;

  /** The environment that the guide's commands assume. */
  const environment = async (of: WebhookOrganization): Promise<Record<string, string>> => ({
    API: `${sharedProduct().credentials.baseUrl}/api/v1`,
    KEY: await of.key('write'),
  });

  async function receiver(): Promise<Receiver> {
    const started = await Receiver.start();
    receivers.push(started);
    return started;
  }

  /** Runs the guide's receiver in that language, as an endpoint of the organization. */
  async function start(language: string): Promise<EndpointBody> {
    const { file, build, command } = LANGUAGES[language] ?? { file: '', command: [] };
    await writeFile(join(directory, file), block(language, 'CAPTURE_WEBHOOK_SECRET'));
    const [compiler, ...args] = build ?? [];
    if (compiler) await run(compiler, args, { cwd: directory });
    port = await freePort();
    const endpoint = await owner.endpoint(`http://127.0.0.1:${port}/webhooks`);
    const env = { ...process.env, CAPTURE_WEBHOOK_SECRET: endpoint.secret, PORT: String(port) };
    child = spawn(command[0] ?? '', command.slice(1), { cwd: directory, env, stdio: 'ignore' });
    await until('the receiver to listen', () => accepts(port));
    return endpoint;
  }

  const accepts = (at: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(at, '127.0.0.1', () => resolve(socket.destroy() !== undefined));
      socket.once('error', () => resolve(false));
    });

  const post = async (body: string, headers: Headers): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body })).status;

  /** A real delivery to a receiver of the test, and the secret it is signed with. */
  async function delivered(): Promise<{ secret: string; delivery: Delivery }> {
    const target = await receiver();
    const { secret } = await owner.endpoint(target.url);
    await owner.createRequests(1);
    return { secret, delivery: await until('a delivery', () => target.deliveries[0]) };
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-guide-'));
    await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    blocks = await codeBlocksOf('docs/guides/webhooks.md');
    owner = await WebhookOrganization.create(sharedProduct().credentials);
  });
  afterEach(async () => {
    await owner.clear();
    if (child) await stopProcess(child);
    await Promise.all(receivers.splice(0).map((one) => one.stop()));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each(runnable)(
    'its %s receiver takes real deliveries, through a rotation too, and refuses what is forged, changed or old',
    async (language) => {
      const { id, secret } = await start(language);
      await owner.createRequests(1);
      await owner.attempted(id, 1, 'succeeded');
      await (
        await owner.writes()
      ).expect(200, 'POST', `/v1/webhook-endpoints/${id}/rotate-secret`, {
        body: { overlapSec: 600 },
      });
      await owner.createRequests(1);
      await until('both', async () => (await owner.deliveries(id, '&status=succeeded')).length === 2);
      const body = '{"id":"evt_forged","type":"ping"}';
      const headers = signed(secret, body);
      expect(await post(body, headers)).toBe(204);
      for (const [what, changed, with_] of forgeries(secret, { body, headers }))
        expect([what, await post(changed, with_)]).toEqual([what, 400]);
    },
  );

  it('its shell commands verify a real delivery and refuse what is forged, changed or old', async () => {
    const { secret, delivery } = await delivered();
    const verified = async (body: string, headers: Headers): Promise<boolean> => {
      await writeFile(join(directory, 'body.json'), body);
      const env = {
        CAPTURE_WEBHOOK_SECRET: secret,
        WEBHOOK_ID: headers['webhook-id'] ?? '',
        WEBHOOK_TIMESTAMP: headers['webhook-timestamp'] ?? '',
        WEBHOOK_SIGNATURE: headers['webhook-signature'] ?? '',
      };
      return type(`${block('bash', 'verified()')}\nverified`, env).then(
        () => true,
        () => false,
      );
    };
    const headers = signedHeaders(delivery);
    expect(await verified(delivery.body, headers)).toBe(true);
    const two = `v1,bm9uZQ== ${headers['webhook-signature']}`;
    expect(await verified(delivery.body, { ...headers, 'webhook-signature': two })).toBe(true);
    for (const [what, body, with_] of forgeries(secret, { body: delivery.body, headers }))
      expect([what, await verified(body, with_)]).toEqual([what, false]);
  });

  it('its curl command sends a request that a receiver accepts', async () => {
    const { secret } = await start('js');
    const commands = `${block('bash', 'verified()')}\n${block('bash', 'curl')}`;
    const output = await type(commands, { CAPTURE_WEBHOOK_SECRET: secret, PORT: String(port) });
    expect(output).toContain('204');
  });

  it('its commands register an endpoint, and fetch what was held while it was disabled', async () => {
    const target = await receiver();
    const api = await owner.writes();
    const env = { ...(await environment(owner)), URL: target.url };
    const made = JSON.parse(await type(block('sh', '"events":'), env)) as EndpointBody;
    await owner.update(made.id, { events: ['*'], status: 'disabled' });
    const from = new Date(Date.now() - 60_000).toISOString();
    const requests = await owner.createRequests(3);
    await until('three held', async () => (await owner.deliveries(made.id, '&status=held')).length === 3);
    const to = new Date(Date.now() + 60_000).toISOString();
    const output = await type(block('sh', 'failed held'), { ...env, ID: made.id, FROM: from, TO: to });
    expect(output).toContain('{"replayed":0}{"replayed":3}');
    await until('all three', () => target.deliveries.length === 3);
    expect(new Set(target.deliveries.map(({ event }) => event.data['captureRequestId']))).toEqual(
      new Set(requests),
    );
    for (const delivery of target.deliveries) verifySignature(delivery, made.secret);
    await api.expect(204, 'DELETE', `/v1/webhook-endpoints/${made.id}`);
  });

  it('an integrator who lost events finds the gap by sequence and has everything after reading the log as it says', async () => {
    const mine = await WebhookOrganization.create(sharedProduct().credentials);
    const target = await receiver();
    const { id } = await mine.endpoint(target.url);
    const have = new Map<number, string>();
    /** Processes the deliveries, except those that a crash of the integrator lost after its 2xx. */
    const take = (lost: (at: number) => boolean): void => {
      for (const [at, { event }] of target.deliveries.splice(0).entries())
        if (!lost(at)) have.set(event.sequence ?? 0, event.id);
    };
    await mine.createRequests(8);
    await until('eight', () => target.deliveries.length === 8);
    take((at) => at % 3 === 2);
    // Some deliveries are missed while it is down, others held while it is disabled.
    target.respond = answer(503);
    await mine.createRequests(3);
    await until('three that failed', () => target.deliveries.length === 3);
    target.deliveries.splice(0);
    await mine.update(id, { status: 'disabled' });
    await mine.createRequests(4);
    await until('seven held', async () => (await mine.deliveries(id, '&status=held')).length === 7);
    await mine.update(id, { status: 'enabled' });
    target.respond = answer(204);
    await mine.createRequests(5);
    await until('what happens now', () => target.deliveries.length === 5);
    take(() => false);

    let last = 0;
    while (have.has(last + 1)) last += 1;
    expect(last).toBeLessThan(8);
    await writeFile(join(directory, 'reconcile.mjs'), block('js', 'eventsAfter'));
    const script = `import { eventsAfter } from './reconcile.mjs'; console.log(JSON.stringify(await eventsAfter(${last})))`;
    const env = { ...process.env, ...(await environment(mine)) };
    const ran = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: directory, env });
    for (const event of JSON.parse(ran.stdout) as EventBody[]) have.set(event.sequence, event.id);
    expect([...have.keys()].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_value, at) => at + 1),
    );
    const logged = await mine.events();
    expect(logged.map((event) => have.get(event.sequence))).toEqual(logged.map((event) => event.id));
    await mine.clear();
  });
});
