import { ObjectField } from '../fields/composites.js';
import { invalidField } from '../errors/app-error.js';

/** Bounds of a client's capture manifest. */
export const MANIFEST_LIMITS = {
  /** As JSON in UTF-8, without `fragments`: these are as many as the parts of the file. */
  bytes: 256 * 1024,
  /** Objects and lists inside each other, the manifest being the first. */
  depth: 8,
  /** Items of a list, members of an object. */
  items: 1000,
  fragments: 10_000,
} as const;

/** Members of one fragment: number, size and sha256, and some that a later client may add. */
const FRAGMENT_MEMBERS = 10;

/** Versions of the format that the published schema describes. */
export const MANIFEST_VERSIONS: readonly number[] = [1];

interface Visited {
  value: object;
  path: string;
  depth: number;
}

/**
 * Holds a client's manifest to its bounds before anything else walks it. Does not recurse, and stops at the first
 * breach.
 * @throws AppError `invalid_input` naming the member under `manifest`.
 */
export function checkManifestBounds(manifest: Record<string, unknown>): void {
  const pending: Visited[] = [{ value: manifest, path: 'manifest', depth: 1 }];
  for (let visited = pending.pop(); visited; visited = pending.pop()) {
    checkCount(visited);
    const { value, path, depth } = visited;
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      if (typeof member !== 'object' || member === null) continue;
      if (depth === MANIFEST_LIMITS.depth) {
        const detail = `${path} is nested too deep: a manifest has at most ${MANIFEST_LIMITS.depth} levels.`;
        throw invalidField(path, 'out_of_range', detail);
      }
      pending.push({ value: member, path: `${path}.${name.slice(0, 100)}`, depth: depth + 1 });
    }
  }
  checkBytes(manifest);
}

function checkCount({ value, path }: Visited): void {
  const isList = Array.isArray(value);
  const count = isList ? value.length : Object.keys(value).length;
  const limit = limitOf(path);
  if (count <= limit) return;
  const what = isList ? 'items' : 'members';
  throw invalidField(path, 'length', `${path} has ${count} ${what}; at most ${limit} are taken.`);
}

function limitOf(path: string): number {
  if (path === 'manifest.fragments') return MANIFEST_LIMITS.fragments;
  return path.startsWith('manifest.fragments.') ? FRAGMENT_MEMBERS : MANIFEST_LIMITS.items;
}

function checkBytes({ fragments: _fragments, ...rest }: Record<string, unknown>): void {
  const bytes = Buffer.byteLength(JSON.stringify(rest));
  if (bytes <= MANIFEST_LIMITS.bytes) return;
  const detail = `A manifest has at most ${MANIFEST_LIMITS.bytes} bytes without its fragments; this one has ${bytes}.`;
  throw invalidField('manifest', 'length', detail);
}

/**
 * A manifest of another version would be signed as if its members meant what the schema says. Without one it is of the first.
 * @throws AppError `invalid_input` naming `manifest.manifestVersion`.
 */
function checkVersion({ manifestVersion }: Record<string, unknown>): void {
  if (manifestVersion === undefined || MANIFEST_VERSIONS.includes(manifestVersion as number)) return;
  const field = 'manifest.manifestVersion';
  throw invalidField(field, 'not_allowed', `${field} is ${MANIFEST_VERSIONS.join(' or ')}.`);
}

/** A client's capture manifest, within its bounds and of a version that is known. */
export function ManifestField(options: { optional?: boolean; description?: string } = {}): PropertyDecorator {
  const { bytes, depth, items } = MANIFEST_LIMITS;
  const bounds = `at most ${bytes / 1024} KiB beside its fragments, ${depth} levels, ${items} items in a list`;
  return ObjectField({
    description: `Capture manifest of version ${MANIFEST_VERSIONS.join(' or ')} without server section and signature: ${bounds}`,
    example: { manifestVersion: 1 },
    ...options,
    check: (manifest) => {
      checkManifestBounds(manifest);
      checkVersion(manifest);
    },
  });
}
