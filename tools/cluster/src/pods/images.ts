// The files of an image as a folder that containers share read-only, unpacked once.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageConfig } from './bundle.js';

const exec = promisify(execFile);
/** As `npm run images` calls it. */
const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

async function buildah(...args: string[]): Promise<string> {
  return (await exec('buildah', args, { env, maxBuffer: 2 ** 26 })).stdout.trim();
}

export interface Image {
  id: string;
  root: string;
  config: ImageConfig;
}

async function unpack(name: string, target: string): Promise<void> {
  const container = await buildah('from', '--pull-never', name);
  try {
    const mounted = await buildah('mount', container);
    await exec('cp', ['-a', mounted, `${target}.partial`]);
    renameSync(`${target}.partial`, target);
  } finally {
    await buildah('rm', container);
  }
}

/** @param cache folder of unpacked images; those that `names` do not mean are removed from it */
export async function unpackImages(cache: string, names: readonly string[]): Promise<Map<string, Image>> {
  mkdirSync(cache, { recursive: true });
  const images = new Map<string, Image>();
  for (const name of names) {
    const said = await buildah('inspect', '--type', 'image', `localhost/${name}`);
    const { FromImageID: id, OCIv1 } = JSON.parse(said) as {
      FromImageID: string;
      OCIv1: { config: ImageConfig };
    };
    images.set(name, { id, root: join(cache, id), config: OCIv1.config });
  }
  const wanted = new Set([...images.values()].map(({ id }) => id));
  for (const entry of readdirSync(cache))
    if (!wanted.has(entry)) rmSync(join(cache, entry), { recursive: true, force: true });
  for (const [name, { root }] of images) if (!existsSync(root)) await unpack(`localhost/${name}`, root);
  return images;
}

interface Layers {
  service: string;
  /** Folders, the topmost first. */
  layers: string[];
  config: ImageConfig;
}

/**
 * Mounts folders over each other, the topmost first, below `target`. On top is an empty layer in memory: runc makes the places of
 * its mounts there. Containers see it read-only.
 */
async function overlaid(layers: readonly string[], target: string): Promise<string> {
  const [root, upper, work] = ['root', 'upper', 'work'].map((part) => join(target, part)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, upper, work]) mkdirSync(folder, { recursive: true });
  const options = `lowerdir=${layers.join(':')},upperdir=${upper},workdir=${work}`;
  await exec('mount', ['-t', 'overlay', 'overlay', '-o', options, root]);
  return root;
}

/** The same image with more files, by their paths in it. `target` is a folder for them. */
export async function withFiles(
  { id, root, config }: Image,
  target: string,
  files: Record<string, string>,
): Promise<Image> {
  const layer = join(target, 'files');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(layer, path)), { recursive: true });
    writeFileSync(join(layer, path), text);
  }
  return { id: `${id}-more`, root: await overlaid([layer, root], target), config };
}

/**
 * Images that were laid out as layers and never built: `tools/images/src/assemble.mjs` wrote what there is. Mounted over each other
 * in the mount namespace of this run alone.
 */
export async function mountImages(file: string, target: string, tag: string): Promise<Map<string, Image>> {
  const images = new Map<string, Image>();
  for (const { service, layers, config } of JSON.parse(readFileSync(file, 'utf8')) as Layers[]) {
    const root = await overlaid(layers, join(target, tag, service));
    images.set(`capture/${service}:${tag}`, { id: `${tag}-${service}`, root, config });
  }
  return images;
}
