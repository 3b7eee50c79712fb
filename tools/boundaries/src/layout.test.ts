import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { misplaced } from './layout.mjs';

const TREE = (lines: string): string =>
  `# Architecture\n\n<!-- folders -->\n\n\`\`\`text\n${lines}\n\`\`\`\n`;

describe('the layout check', () => {
  let root: string;
  const write = async (path: string, text = ''): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'capture-layout-'));
    await write('apps/sessions/src/main.ts');
    await write('apps/sessions/src/rooms/room.model.ts');
    await write('libs/contracts/src/index.ts');
    await write('tools/boundaries/check.mjs');
    await write(
      'docs/architecture.md',
      TREE('apps/sessions/src/rooms  who is in\ntools/boundaries  these checks'),
    );
  });
  afterEach(() => rm(root, { recursive: true }));

  it('finds nothing where everything has its place', () => {
    expect(misplaced(root)).toEqual([]);
  });

  it('names a folder of more than 15 files, and a file of a subject beside the entry points', async () => {
    for (let count = 0; count < 15; count += 1) await write(`apps/sessions/src/rooms/file-${count}.ts`);
    await write('apps/sessions/src/room.service.ts');
    expect(misplaced(root)).toEqual([
      'apps/sessions/src/rooms has 16 files: cut it by subject (at most 15)',
      'apps/sessions/src/room.service.ts lies beside the entry points: move it to its subject',
    ]);
  });

  it('names a folder that the tree leaves out, and one that it has and that is gone', async () => {
    await write('apps/sessions/src/tracks/track.model.ts');
    await rm(join(root, 'tools/boundaries'), { recursive: true });
    expect(misplaced(root)).toEqual([
      'apps/sessions/src/tracks has no line in the tree of docs/architecture.md',
      'docs/architecture.md names tools/boundaries, which is not there',
    ]);
  });
});
