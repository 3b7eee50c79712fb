import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeCommonTypes } from '../common-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));

/** Runs the compiler; resolves with what it complains of. */
const compile = async (...args: string[]) => {
  const call = promisify(execFile)(process.execPath, [compiler, ...args]);
  return call.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
};

const CONSUMER = `
import { CaptureClient, type Take } from '@capture/browser';
import { isSupported } from '@capture/browser/is-supported';
const access = { mode: 'open', campaignId: 'c', key: 'k' } as const;
export const client = new CaptureClient({ baseUrl: 'https://capture.example', access });
export const take: Promise<Take> = client.stop();
export const answer: boolean = isSupported();
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capture-types-'));
  const installed = join(folder, 'node_modules/@capture/browser');
  await mkdir(installed, { recursive: true });
  await copyFile(join(root, 'package.json'), join(installed, 'package.json'));
  const outDir = join(installed, 'dist');
  const emit = ['--outDir', outDir, '--composite', 'false', '--incremental', 'false'];
  expect(await compile('-p', join(root, 'tsconfig.json'), ...emit)).toBe('');
  await writeCommonTypes(outDir);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(['mts', 'cts'])(
  'an integrator’s .%s file compiles against the types of the package',
  async (kind) => {
    const file = join(folder, `consumer.${kind}`);
    await writeFile(file, CONSUMER);
    const lib = ['--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
    expect(
      await compile(
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--module',
        'node16',
        '--target',
        'es2023',
        ...lib,
        file,
      ),
    ).toBe('');
  },
);
