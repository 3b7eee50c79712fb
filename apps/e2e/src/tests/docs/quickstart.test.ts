import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopProcess, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent, sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { codeBlocksOf } from '../../harness/markdown.js';
import { ROOT } from '../../harness/repository.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** A shell in which a guide's commands run one block after another. */
class Shell {
  output = '';
  private readonly child: ChildProcess;
  private typed = 0;

  constructor(directory: string, env: Record<string, string>) {
    this.child = spawn('bash', ['-euo', 'pipefail'], {
      cwd: directory,
      env: { ...process.env, ...env },
      // Its own process group, which background processes belong to as well.
      detached: true,
    });
    const keep = (chunk: Buffer): void => void (this.output += chunk.toString());
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  /** @returns the output of the block. @throws when a command fails. */
  async type(block: string): Promise<string> {
    const [mark, from] = [`block ${(this.typed += 1)} is through`, this.output.length];
    this.child.stdin?.write(`${block}\necho '${mark}'\n`);
    const ended = (): boolean => this.child.exitCode !== null;
    await until(`the guide's commands`, () => ended() || this.output.includes(mark), 60_000);
    if (ended()) throw new Error(`this block failed:\n${block}\n${this.output.slice(from)}`);
    return this.output.slice(from).replace(mark, '').trim();
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.pid !== undefined)
      process.kill(-this.child.pid, 'SIGTERM');
    await stopProcess(this.child, 'SIGKILL');
  }
}

describe('docs/quickstart.md', () => {
  const credentials = sharedProduct().credentials;
  const { baseUrl } = credentials;
  let directory: string;
  let key: string;
  let shell: Shell;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-quickstart-'));
    await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    const operator = new Operator(credentials);
    ({ key } = await operator.key(await operator.organization('platform', 'Newcomer')));
    const port = String(await freePort());
    shell = new Shell(directory, { CAPTURE: ROOT, BASE: baseUrl, KEY: key, PORT: port });
  });

  afterAll(async () => {
    await shell.end();
    await rm(directory, { recursive: true, force: true });
  });

  it('leads a newcomer who types it as it stands from a question to a verified file', async () => {
    const clip = await makeClip(1);
    const printed: string[] = [];
    for (const { language, text } of await codeBlocksOf('docs/quickstart.md')) {
      if (language === 'js') {
        await writeFile(join(directory, 'receiver.mjs'), text);
        continue;
      }
      const output = await shell.type(text);
      printed.push(output);
      if (!output.includes('/r/cnt_')) continue;
      const respondent = new Respondent(new Api(baseUrl, key), accessOf(output));
      await respondent.submit({ bytes: clip, durationSec: 1, releaseVersion: 'v1' });
    }
    expect(printed.some((output) => output.includes('take.mp4: OK'))).toBe(true);
    expect(printed.some((output) => output.includes('The manifest is as it was signed'))).toBe(true);
    expect(printed.at(-1)).toBe('closed');
    expect(sha256(await readFile(join(directory, 'take.mp4')))).toBe(sha256(clip));
  });
});
