import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { ROOT } from '../repository.js';

const KEPT = join(ROOT, 'apps/e2e/pictures');
const REPORTED = join(ROOT, 'dist/reports/pictures');
/** Where pictures differ, they do so in a place: this many pixels square. */
const WINDOW = 48;
/** Of the pixels of such a place. Browsers draw the edges of the same letters a little differently. */
const MOST_DIFFERENT = 0.06;

/** Whether the pictures of this run are to be kept: a change of a page's look is made on purpose. */
export const ACCEPTS = process.env['CAPTURE_PICTURES'] === 'accept';

/** How two pictures differ: the share of different pixels in the place where it is largest, and a picture of it. */
function difference(one: Buffer, other: Buffer): { share: number; shown?: Buffer } {
  const [first, second] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width, height } = first;
  if (width !== second.width || height !== second.height) return { share: 1 };
  const shown = new PNG({ width, height });
  const options = { threshold: 0.2, windowSize: WINDOW };
  const count = pixelmatch(first.data, second.data, shown.data, width, height, options);
  return { share: count / WINDOW ** 2, shown: PNG.sync.write(shown) };
}

export async function keep(name: string, picture: Buffer): Promise<undefined> {
  await mkdir(KEPT, { recursive: true });
  await writeFile(join(KEPT, `${name}.png`), picture);
}

/** What is wrong with the picture of that name; undefined when it looks like the one that is kept. */
export async function faultOf(name: string, picture: Buffer): Promise<string | undefined> {
  const kept = await readFile(join(KEPT, `${name}.png`)).catch(() => undefined);
  if (!kept) return 'no picture of it is kept';
  const { share, shown } = difference(kept, picture);
  if (share <= MOST_DIFFERENT) return undefined;
  await mkdir(REPORTED, { recursive: true });
  await writeFile(join(REPORTED, `${name}.png`), picture);
  if (shown) await writeFile(join(REPORTED, `${name}.difference.png`), shown);
  return `it looks different, by ${(share * 100).toFixed(0)} % of a place (dist/reports/pictures/${name}.difference.png)`;
}
