import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logFile } from '../src/telemetry/log-stream.js';

const run = promisify(execFile);
const KIB = 1024;
const PATIENTLY = { timeout: 45_000, interval: 25 };
const LINE = `${'x'.repeat(KIB - 1)}\n`;

describe('a log file', () => {
  let disk: string;
  let file: string;

  const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;

  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'capture-test-log-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    file = join(disk, 'capture.log');
  });
  afterEach(async () => {
    await run('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  it('takes twice its limit at most, the latest lines last (scenario 92)', async () => {
    const log = logFile(file, 64 * KIB);
    for (let line = 0; line < 1_000; line += 1) {
      log.write(LINE);
      if (line % 10 === 0) await new Promise(setImmediate);
    }
    log.write('the last line\n');
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/the last line\n$/), PATIENTLY);
    for (const path of [file, `${file}.1`]) expect(await sizeOf(path)).toBeLessThan(160 * KIB);
  });

  it('is its owner’s alone, also where an earlier one was open to all', async () => {
    await writeFile(file, 'earlier\n');
    await chmod(file, 0o644);
    logFile(file, KIB).write(LINE);
    await vi.waitFor(() => Promise.all([stat(file), stat(`${file}.1`)]), PATIENTLY);
    expect(await readFile(`${file}.1`, 'utf8')).toMatch(/^earlier\n/);
    for (const path of [file, `${file}.1`]) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('ends no process when its disk is full, and goes on once there is space (scenario 73)', async () => {
    const log = logFile(file, 16 * KIB * KIB);
    log.write('before\n');
    const filler = join(disk, 'filler');
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('before\n'), PATIENTLY);
    await expect(writeFile(filler, Buffer.alloc(16 * KIB * KIB))).rejects.toThrow('ENOSPC');
    // More than what waits in memory.
    for (let line = 0; line < 3_000; line += 1) log.write(LINE);
    await rm(filler);
    await vi.waitFor(async () => {
      log.write('after\n');
      expect(await readFile(file, 'utf8')).toMatch(/after\n/);
    }, PATIENTLY);
    expect(await readFile(file, 'utf8')).toMatch(/^before\n/);
  });
});

it.each(['itself', 'exit', 'exception'])(
  'a process that ends by %s takes no line with it, however shortly before it was written',
  async (end) => {
    const folder = await mkdtemp(join(tmpdir(), 'capture-test-log-'));
    const file = join(folder, 'capture.log');
    const program = fileURLToPath(new URL('fixtures/last-words.mjs', import.meta.url));
    await run(process.execPath, [program, file, end]).catch(() => undefined);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toEqual(Array.from({ length: 100 }, (_value, index) => `line ${index + 1}`));
    await rm(folder, { recursive: true, force: true });
  },
);
