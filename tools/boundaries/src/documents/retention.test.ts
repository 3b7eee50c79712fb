import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unstated } from './retention.mjs';

const HEAD = '| table | owner | kept for | ended by | setting |\n| --- | --- | --- | --- | --- |';
const TAKE = '| `take` | sessions | 30 days | `TakeJobs.clean` | `CAPTURE_KEEP_DAYS` (30) |';
const INBOX = '| `inbox` | every service | 7 days | `InboxJobs.prune` | |';
const JOB = `export class TakeJobs {\n  @Every((config: C) => config.X * 1000)\n  async clean(): Promise<void> {}\n  idle() {}\n}`;

describe('the check of the retention page', () => {
  let root: string;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const page = (...lines: string[]): Promise<void> =>
    write('docs/guides/retention.md', `# Retention\n\n${HEAD}\n${lines.join('\n')}\n`);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'capture-retention-'));
    await write('libs/outbox/prisma/migrations/2_a/migration.sql', 'CREATE TABLE IF NOT EXISTS "inbox" (');
    await write('libs/outbox/src/inbox.jobs.ts', 'class InboxJobs {\n  @Every(EVERY_MS)\n  prune(): void {}');
    const own = 'CREATE TABLE "inbox" (\nCREATE TABLE "take" (\nCREATE TABLE "gone" (\n';
    await write('apps/sessions/prisma/migrations/1_a/migration.sql', own);
    await write('apps/sessions/prisma/migrations/3_b/migration.sql', 'DROP TABLE "gone"');
    await write('apps/sessions/src/takes/take.jobs.ts', JOB);
    await write('apps/sessions/src/config.ts', 'CAPTURE_KEEP_DAYS: number = 30;');
    await page(TAKE, INBOX);
  });
  afterEach(() => rm(root, { recursive: true }));

  it('finds nothing where every table has its line', () => {
    expect(unstated(root)).toEqual([]);
  });

  it('names a table without a line, a line without a table, and a second line', async () => {
    await write('apps/sessions/prisma/migrations/4_c/migration.sql', 'CREATE TABLE "track" (');
    await page(TAKE, INBOX, TAKE, '| `gone` | sessions | for ever | | |');
    expect(unstated(root)).toEqual([
      'docs/guides/retention.md does not tell how long rows of track of sessions live',
      'docs/guides/retention.md names gone of sessions, which is not there',
      'docs/guides/retention.md has more than one line for take of sessions',
    ]);
  });

  it('names a job that is none of the owner, a default that is another, and a time that is missing', async () => {
    await page(
      '| `take` | sessions | | `TakeJobs.idle` and `OtherJobs.clean` | `CAPTURE_KEEP_DAYS` (31), `CAPTURE_NONE` (1) |',
      INBOX,
    );
    expect(unstated(root)).toEqual([
      'docs/guides/retention.md: take of sessions has no time',
      'docs/guides/retention.md: take of sessions names TakeJobs.idle, which is no job of it',
      'docs/guides/retention.md: take of sessions names OtherJobs.clean, which is no job of it',
      'docs/guides/retention.md: take of sessions gives CAPTURE_KEEP_DAYS as 31, which is not its default',
      'docs/guides/retention.md: take of sessions gives CAPTURE_NONE as 1, which is not its default',
    ]);
  });

  it('of this repository finds nothing', () => {
    expect(unstated(process.cwd())).toEqual([]);
  });
});
