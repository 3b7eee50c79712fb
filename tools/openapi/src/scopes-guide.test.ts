import { readFile } from 'node:fs/promises';
import { SCOPES } from '@capture/contracts';
import { expect, it } from 'vitest';

const GUIDE = new URL('../../../docs/guides/plans-and-usage.md', import.meta.url);

it('the guide says of every scope what it grants, and of no other', async () => {
  const guide = await readFile(GUIDE, 'utf8');
  const granted = [...guide.matchAll(/^\| `(\w+:\w+)` +\| \S/gm)].map(([, scope]) => scope);
  expect(granted.toSorted()).toEqual([...SCOPES].toSorted());
});
