import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

interface Asked {
  method: string;
  path: string;
  token: string | undefined;
  body: unknown;
}

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** An instance that notes what it is asked and answers as it is told, with its data directory. */
export class FakeInstance {
  asked: Asked[] = [];
  /** The next answers, in order. Without one it answers an empty list. */
  answers: { status: number; body: object }[] = [];

  private constructor(
    readonly directory: string,
    readonly baseUrl: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<FakeInstance> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const instance = new FakeInstance(await mkdtemp(join(tmpdir(), 'capture-cli-')), baseUrl, server);
    server.on('request', (request, response) => {
      void read(request).then((body) => {
        const { method = '', url = '', headers } = request;
        instance.asked.push({ method, path: url, token: headers.authorization, body });
        const answer = instance.answers.shift() ?? { status: 200, body: { data: [], nextCursor: null } };
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
      });
    });
    const credentials = { baseUrl, operatorUrl: baseUrl, operatorToken: 'from-the-file' };
    await writeFile(join(instance.directory, 'dev-credentials.json'), JSON.stringify(credentials));
    return instance;
  }

  /** Forgets what it was asked and told. */
  reset(): void {
    this.asked = [];
    this.answers = [];
  }

  /** Runs the CLI as an operator does, in a process of its own. */
  cli(args: string[], env: Record<string, string> = { CAPTURE_DATA_DIR: this.directory }): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { env, cwd: this.directory };
      const child = execFile(process.execPath, [MAIN, ...args], options, (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, out, err });
      });
    });
  }

  async stop(): Promise<void> {
    this.server.close();
    await rm(this.directory, { recursive: true });
  }
}

async function read(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}
