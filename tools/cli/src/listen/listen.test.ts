import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const PAGE = 2;

interface Line {
  listening?: { secret: string };
  away?: object;
  back?: boolean;
  ended?: { forwarded: number };
  error?: { code: string } | string | null;
  id?: string;
  sequence?: number;
  status?: number | null;
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function open(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** GET /api/v1/events of an instance: a log of events whose text is kept as it is, pages of two, newest first. */
class Instance {
  readonly log: string[] = [];
  readonly keys = new Set<string | undefined>();
  /** Statuses that the next answers have instead. */
  refusals: number[] = [];
  port = 0;
  private server = createServer();

  happen(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const sequence = this.log.length + 1;
      this.log.push(
        `{"id":"evt_${sequence}","type":"capture_request.closed","sequence":${sequence},"data":{"metadata":{"b":1,"1":9007199254740993}}}`,
      );
    }
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.keys.add(request.headers.authorization);
      const url = new URL(request.url ?? '', 'http://instance');
      const refusal = this.refusals.shift();
      if (refusal !== undefined) {
        response
          .writeHead(refusal, { 'retry-after': '0' })
          .end(JSON.stringify({ code: 'refused', detail: 'No.' }));
        return;
      }
      response.end(this.answer(url));
    });
    this.port = await open(this.server, this.port);
  }

  stop(): Promise<void> {
    return close(this.server);
  }

  private answer(url: URL): string {
    const [, id] = /\/events\/evt_(\d+)$/.exec(url.pathname) ?? [];
    if (id !== undefined) return this.log[Number(id) - 1] ?? '';
    const after = Number(url.searchParams.get('afterSequence') ?? 0);
    const before = Number(url.searchParams.get('cursor')?.slice(4) ?? this.log.length + 1);
    const newest = this.log.slice(after, before - 1).reverse();
    const page = newest.slice(0, Math.min(PAGE, Number(url.searchParams.get('limit'))));
    const last = before - page.length;
    return `{"data":[${page.join(',')}],"nextCursor":${newest.length > page.length ? `"evt_${last}"` : null}}`;
  }
}

/** The command in a process of its own, and what it printed. */
class Listening {
  readonly lines: Line[] = [];
  readonly ended: Promise<number | null>;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly child: ChildProcess) {
    let rest = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const parts = `${rest}${chunk.toString()}`.split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(
        ...parts.filter((part) => part.startsWith('{"')).map((part) => JSON.parse(part) as Line),
      );
      for (const look of this.waiting) look();
    });
    this.ended = once(child, 'close').then(([code]) => code as number | null);
  }

  /** Resolves with the first line that `wanted` accepts, as soon as it is printed. */
  line(wanted: (line: Line) => boolean | undefined): Promise<Line> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.lines.find((line) => wanted(line));
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

describe('listen --forward-to', () => {
  let instance: Instance;
  let receiver: Server;
  let received: { headers: IncomingHttpHeaders; body: string }[];
  let answerWith: number;
  let target: string;
  let listening: Listening | undefined;

  beforeEach(async () => {
    instance = new Instance();
    instance.happen(3);
    await instance.start();
    received = [];
    answerWith = 204;
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(answerWith, { location: '/elsewhere' }).end();
      });
    });
    target = `http://127.0.0.1:${await open(receiver)}/hooks`;
  });
  afterEach(async () => {
    listening?.signal('SIGKILL');
    await listening?.ended;
    await instance.stop();
    await close(receiver);
  });

  function listen(...args: string[]): Listening {
    const child = spawn(process.execPath, [MAIN, 'listen', '--forward-to', target, '--json', ...args], {
      env: {
        PATH: process.env['PATH'],
        CAPTURE_URL: `http://127.0.0.1:${instance.port}`,
        CAPTURE_KEY: 'from-env',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    listening = new Listening(child);
    return listening;
  }

  test(
    'forwards what happens from now on, each event once, in order, over pages',
    { timeout: 30_000 },
    async () => {
      const command = listen('--key', 'cap_test_1');
      await command.line((line) => line.listening !== undefined);
      instance.happen(5);
      await command.line(({ sequence }) => sequence === 8);
      instance.happen(1);
      await command.line(({ sequence }) => sequence === 9);
      expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
        [4, 5, 6, 7, 8, 9].map((n) => `evt_${n}`),
      );
      expect(instance.keys).toEqual(new Set(['Bearer cap_test_1']));
    },
  );

  test(
    'sends the body to the byte, signed with the secret that it printed',
    { timeout: 30_000 },
    async () => {
      const command = listen();
      const { listening: started } = await command.line((line) => line.listening !== undefined);
      instance.happen(1);
      await command.line(({ sequence }) => sequence === 4);
      const [sent] = received;
      expect(sent?.body).toBe(instance.log[3]);
      const verify = new Webhook(started?.secret ?? '');
      expect(verify.verify(sent?.body ?? '', sent?.headers as Record<string, string>)).toMatchObject({
        sequence: 4,
      });
    },
  );

  test('goes on without gap or double when the instance was away', { timeout: 30_000 }, async () => {
    const command = listen();
    await command.line((line) => line.listening !== undefined);
    instance.happen(1);
    await command.line(({ sequence }) => sequence === 4);
    await instance.stop();
    await command.line(({ away }) => away !== undefined);
    instance.happen(3);
    instance.refusals = [503, 429];
    await instance.start();
    await command.line(({ sequence }) => sequence === 7);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      'evt_4',
      'evt_5',
      'evt_6',
      'evt_7',
    ]);
    expect(command.lines.filter(({ away }) => away)).toHaveLength(1);
  });

  test(
    'tells what the receiver answered and goes on: refusals, redirects, nobody there',
    { timeout: 30_000 },
    async () => {
      const command = listen();
      await command.line((line) => line.listening !== undefined);
      answerWith = 500;
      instance.happen(1);
      expect(await command.line(({ sequence }) => sequence === 4)).toMatchObject({ status: 500 });
      answerWith = 302;
      instance.happen(1);
      expect(await command.line(({ sequence }) => sequence === 5)).toMatchObject({ status: 302 });
      await close(receiver);
      instance.happen(1);
      expect(await command.line(({ sequence }) => sequence === 6)).toMatchObject({
        status: null,
        error: 'ECONNREFUSED',
      });
      await open(receiver, Number(new URL(target).port));
    },
  );

  test('Ctrl-C ends it with 0', { timeout: 30_000 }, async () => {
    const command = listen();
    await command.line((line) => line.listening !== undefined);
    command.signal('SIGINT');
    expect(await command.ended).toBe(0);
    expect(command.lines.at(-1)).toEqual({ ended: { forwarded: 0 } });
  });

  test('a key that the instance refuses ends it with 1', { timeout: 30_000 }, async () => {
    instance.refusals = [401];
    expect(await listen().ended).toBe(1);
    expect(received).toEqual([]);
  });
});
