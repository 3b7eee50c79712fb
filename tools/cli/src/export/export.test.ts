import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const FILE = Buffer.alloc(3 << 20, 'footage');
const HALF = FILE.length / 2;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const track = { id: 'trk_1', state: 'available', contentType: 'video/mp4', captureManifest: null };
const recording = (id: string) => ({
  id,
  status: 'complete',
  tracks: [{ ...track, sizeBytes: FILE.length, sha256: sha256(FILE) }],
});

/** What an organization has, by the path of its list. Any other list is empty. */
class Instance {
  lists: Record<string, { id: string }[]> = { '/v1/recordings': [recording('rec_1')] };
  /** Refused by path: once, or always. */
  refusals: { path: string; status: number; code: string; lasting?: boolean }[] = [];
  /** Answers of files stop after so many bytes, and do not end. */
  stallAt: number | undefined;
  bytes = FILE;
  hasRanges = true;
  readonly asked: string[] = [];
  readonly ranges: (string | undefined)[] = [];
  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', this.url);
    this.asked.push(pathname);
    const path = pathname.replace(/^\/api/, '');
    const refusal = this.refusals.find((each) => each.path === path);
    if (refusal) {
      if (!refusal.lasting) this.refusals.splice(this.refusals.indexOf(refusal), 1);
      const { status, code } = refusal;
      response
        .writeHead(status, { 'retry-after': '0' })
        .end(JSON.stringify({ code, detail: `It is ${code}.` }));
    } else if (path === '/file') this.file(request, response);
    else if (path.startsWith('/v1/recordings/rec_0'))
      response.writeHead(404).end('{"code":"not_found","detail":"None."}');
    else response.end(JSON.stringify(this.document(path)));
  }

  private document(path: string): unknown {
    if (path.endsWith('/download-url')) return { url: `${this.url}/file` };
    const [, list = '', id] = /^(\/v1\/[a-z-]+)\/(\w+)$/.exec(path) ?? [];
    const found = this.lists[list]?.find((item) => item.id === id);
    return found ?? { keys: [], data: this.lists[path] ?? [], nextCursor: null };
  }

  private file(request: IncomingMessage, response: ServerResponse): void {
    const range = this.hasRanges ? request.headers.range : undefined;
    this.ranges.push(request.headers.range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const rest = this.bytes.subarray(from);
    const headers = {
      'content-length': rest.length,
      'content-range': `bytes ${from}-${this.bytes.length - 1}/x`,
    };
    response.writeHead(range ? 206 : 200, headers);
    if (this.stallAt === undefined) response.end(rest);
    else response.write(rest.subarray(0, this.stallAt));
  }
}

// Each test starts several processes, on machines that may be slow.
describe('export', { timeout: 120_000 }, () => {
  let instance: Instance;
  let directory: string;
  const children: ChildProcess[] = [];

  function begin(...args: string[]): ChildProcess {
    const operator = { CAPTURE_OPERATOR_URL: instance.url, CAPTURE_OPERATOR_TOKEN: 'operator' };
    const env = { CAPTURE_URL: instance.url, CAPTURE_KEY: 'cap_live_x', ...operator };
    const child = spawn(process.execPath, [MAIN, 'export', ...args], { env, cwd: tmpdir() });
    children.push(child);
    return child;
  }

  async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const child = begin(...args);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
  }

  const media = (): string => join(directory, 'media/rec_1/trk_1.mp4');
  const half = () =>
    expect
      .poll(async () => (await stat(`${media()}.part`).catch(() => ({ size: 0 }))).size, { timeout: 60_000 })
      .toBe(HALF);
  const downloads = (): number => instance.asked.filter((path) => path === '/file').length;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-export-'));
    instance = new Instance();
    await instance.start();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await instance.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test('a run that is killed in the middle of a file is completed by the next, which fetches the rest only', async () => {
    instance.stallAt = HALF;
    const killed = begin(directory);
    await half();
    killed.kill('SIGKILL');
    await once(killed, 'close');
    await expect(readFile(media())).rejects.toThrow('ENOENT');

    instance.stallAt = undefined;
    expect(await run(directory)).toMatchObject({ code: 0 });
    expect(instance.ranges).toEqual([undefined, `bytes=${HALF}-`]);
    expect(FILE.equals(await readFile(media()))).toBe(true);
    expect(await run('verify', directory)).toMatchObject({ code: 0 });
  });

  test('a second run at the same time is refused, and writes nothing', async () => {
    instance.stallAt = HALF;
    begin(directory);
    await half();
    const { code, err } = await run(directory);
    expect([code, err]).toEqual([1, expect.stringContaining('writes into')]);
    expect(downloads()).toBe(1);
  });

  test('a second run fetches nothing again that did not change', async () => {
    await run(directory);
    instance.asked.length = 0;
    expect(await run(directory)).toMatchObject({ code: 0 });
    expect(downloads()).toBe(0);
    expect(instance.asked).not.toContain('/api/v1/recordings/rec_1');
  });

  test('a recording that changed is fetched again', async () => {
    await run(directory);
    instance.lists = { '/v1/recordings': [{ ...recording('rec_1'), status: 'partial' } as { id: string }] };
    await run(directory);
    expect(await readFile(join(directory, 'recordings/rec_1.json'), 'utf8')).toContain('"partial"');
  });

  test('a file has its name only with the SHA-256 that the API states', async () => {
    instance.bytes = Buffer.alloc(FILE.length, 'another');
    const { code, out } = await run(directory);
    expect([code, out]).toEqual([1, expect.stringContaining('does not have the SHA-256')]);
    expect(await readFile(join(directory, 'manifest.json'), 'utf8')).toContain('"complete": false');
    await expect(readFile(media())).rejects.toThrow('ENOENT');
  });

  test('what an earlier run left wrongly is fetched from the first byte', async () => {
    await run(directory);
    await rm(media());
    await writeFile(`${media()}.part`, Buffer.alloc(10, 'x'));
    expect(await run(directory)).toMatchObject({ code: 0 });
    expect(FILE.equals(await readFile(media()))).toBe(true);
  });

  test('a store that knows no ranges is asked for the whole file', async () => {
    await run(directory);
    await rm(media());
    await writeFile(`${media()}.part`, FILE.subarray(0, HALF));
    instance.hasRanges = false;
    expect(await run(directory)).toMatchObject({ code: 0 });
    expect(FILE.equals(await readFile(media()))).toBe(true);
  });

  test('what was deleted meanwhile stays and is marked', async () => {
    await run(directory);
    instance.lists = {};
    expect(await run(directory)).toMatchObject({ code: 0 });
    const { files } = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as {
      files: { path: string; goneSince?: string }[];
    };
    const gone = files.filter(({ goneSince }) => goneSince !== undefined).map(({ path }) => path);
    expect(gone).toEqual(['media/rec_1/trk_1.mp4', 'recordings/rec_1.json']);
  });

  test('a scope that the key lacks is named before anything is fetched, and can be done without', async () => {
    instance.refusals = [{ path: '/v1/sessions', status: 403, code: 'insufficient_scope', lasting: true }];
    const refused = await run(directory);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('sessions:read')]);
    expect(downloads()).toBe(0);
    const { code, out } = await run(directory, '--allow-missing', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({
        complete: false,
        missing: [{ what: 'sessions:read', reason: expect.any(String) as string }],
      }),
    ]);
  });

  test('a used up budget and a restarting instance are waited for', async () => {
    instance.refusals = [
      { path: '/v1/usage', status: 429, code: 'rate_limited' },
      { path: '/v1/recordings', status: 503, code: 'service_unavailable' },
    ];
    expect(await run(directory)).toMatchObject({ code: 0 });
  });

  test('a list whose cursor was deleted meanwhile is read from its beginning', async () => {
    await run(directory);
    instance.refusals = [{ path: '/v1/webhook-endpoints', status: 400, code: 'invalid_cursor' }];
    expect(await run(directory)).toMatchObject({ code: 0 });
  });

  test('a directory with the export of another organization is left as it is', async () => {
    instance.lists['/v1/events'] = [{ id: 'evt_1', organizationId: 'org_1' } as { id: string }];
    await run(directory);
    instance.lists['/v1/events'] = [{ id: 'evt_2', organizationId: 'org_2' } as { id: string }];
    const { code, err } = await run(directory);
    expect([code, err]).toEqual([2, expect.stringContaining('org_1')]);
  });

  describe('with the account', () => {
    const ORG = `org_${'1'.repeat(26)}`;
    const account = `/operator/v1/orgs/${ORG}`;
    const lines = (name: string) => readFile(join(directory, 'account', name), 'utf8');

    test('holds members, keys, the suppression list, the audit log and erasures, asked for when it is wanted', async () => {
      await run(directory);
      expect(instance.asked.filter((path) => path.startsWith('/operator'))).toEqual([]);
      const suppressions = [{ email: 'a@example.org' }, { email: 'b@example.org' }];
      Object.assign(instance.lists, {
        [`${account}/members`]: [{ id: 'mem_1' }],
        [`${account}/suppressions`]: suppressions,
        [`${account}/erasures`]: [
          { id: 'ers_1', completedAt: '2026-11-24T00:00:00.000Z' },
          { id: 'ers_2', completedAt: null },
        ],
      });
      expect(await run(directory, '--account', ORG)).toMatchObject({ code: 0 });
      expect(await lines('members.jsonl')).toBe('{"id":"mem_1"}\n');
      expect(await lines('suppressions.jsonl')).toBe(
        suppressions.map((each) => `${JSON.stringify(each)}\n`).join(''),
      );
      expect(await lines('audit-log.jsonl')).toBe('');
      const receipts = instance.asked.filter((path) => path.endsWith('/receipt'));
      expect(receipts).toEqual([`${account}/erasures/ers_1/receipt`]);
      const { files, organizationId } = JSON.parse(
        await readFile(join(directory, 'manifest.json'), 'utf8'),
      ) as {
        files: { path: string }[];
        organizationId: string;
      };
      expect(organizationId).toBe(ORG);
      expect(files.map(({ path }) => path)).toContain('account/erasure-receipts/ers_1.json');
    });

    test('a receipt that nobody signed is named when it is verified', async () => {
      instance.lists[`${account}/erasures`] = [{ id: 'ers_1', completedAt: 'x' } as { id: string }];
      await run(directory, '--account', ORG);
      const { code, err } = await run('verify', directory);
      expect([code, err]).toEqual([1, expect.stringContaining('account/erasure-receipts/ers_1.json')]);
    });

    test('is of the organization that the key belongs to, or nothing is fetched', async () => {
      instance.lists['/v1/events'] = [{ id: 'evt_1', organizationId: 'org_2' } as { id: string }];
      const { code, err } = await run(directory, '--account', ORG);
      expect([code, err]).toEqual([2, expect.stringContaining('org_2')]);
      expect(instance.asked).not.toContain(`${account}/members`);
    });
  });

  test('an id that would lead out of the directory is refused', async () => {
    instance.lists = { '/v1/recordings': [recording('../../rec_1')] };
    const { code, err } = await run(directory);
    expect([code, err]).toEqual([1, expect.stringContaining('an id that is none')]);
  });

  test('verify finds a flipped byte, a short file and a missing one, and names them', async () => {
    await run(directory);
    const bytes = Buffer.from(FILE);
    bytes.writeUInt8(bytes.readUInt8(HALF) ^ 1, HALF);
    const damages = [
      [() => writeFile(media(), bytes), 'was changed'],
      [() => truncate(media(), HALF), `has ${HALF} bytes`],
      [() => rm(media()), 'is not there'],
    ] as const;
    for (const [damage, named] of damages) {
      await damage();
      const { code, err } = await run('verify', directory);
      expect([code, err]).toEqual([1, expect.stringContaining(`media/rec_1/trk_1.mp4 ${named}`)]);
    }
  });

  test('verify prints one JSON document with --json', async () => {
    await run(directory);
    const { out } = await run('verify', directory, '--json');
    expect(JSON.parse(out)).toMatchObject({
      valid: true,
      complete: true,
      bytes: expect.any(Number) as number,
    });
  });

  test('verify says when an export was not finished', async () => {
    const { code, err } = await run('verify', directory);
    expect([code, err]).toEqual([1, expect.stringContaining('manifest.json')]);
  });
});
