import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderClosedToOthers } from '@capture/embedded-postgres';
import { closeToOthers, type DataDir } from './data-dir.js';
import { readPrivate, writePrivate } from './private-file.js';

/** Where databases lie whose data directory the database's user cannot enter. */
const OUTSIDE = '/var/lib/capture';

/** `database.json` of a data directory whose database lies outside. */
interface Place {
  directory: string;
}

/** `instance.json` beside a database that lies outside. */
interface Owner {
  dataDirectory: string;
}

/** The folder on the way to the data directory that keeps the database's user out, where it is another one than ours. */
async function closedFolder({ path }: DataDir): Promise<string | undefined> {
  // The data directory itself lets the server's group through.
  return process.getuid?.() === 0 ? folderClosedToOthers(path) : undefined;
}

/**
 * The directory of the instance's database (ADR 83). It lies in the data directory, or below /var/lib where the server's
 * user cannot enter that; then each of the two names the other. Call with the lock held.
 * @throws Error that says what to do where the data directory has lost its database, or cannot be told from a copy.
 */
export async function databaseDirectory(
  dataDir: DataDir,
  closed: () => Promise<string | undefined> = () => closedFolder(dataDir),
  outside = OUTSIDE,
): Promise<string> {
  const written = await readPrivate<Place>(dataDir.place);
  if (written) return keptOutside(dataDir, written.directory);
  const inside = join(dataDir.path, 'postgres');
  const former = await formerDirectory(dataDir, outside);
  if (await isDatabase(inside)) {
    if (former)
      throw new Error(
        `${dataDir.path} has two databases, ${inside} and ${former}; rename the one not wanted`,
      );
    const folder = await closed();
    if (folder === undefined) return inside;
    throw new Error(
      `the user postgres cannot come to the database in ${inside}, because ${folder} is closed to it; run chmod o+x ${folder}, or move ${dataDir.path} and set CAPTURE_DATA_DIR`,
    );
  }
  if (former) return keep(dataDir, former);
  await refuseLost(dataDir, inside);
  if ((await closed()) === undefined) return inside;
  return keep(dataDir, join(outside, randomBytes(6).toString('hex'), 'postgres'));
}

/** Before ADR 83 the place followed from the path alone. A directory without secrets is a new one at an old path. */
async function formerDirectory(dataDir: DataDir, outside: string): Promise<string | undefined> {
  const name = createHash('sha256').update(dataDir.path).digest('hex').slice(0, 12);
  const directory = join(outside, name, 'postgres');
  if (!(await exists(dataDir.secrets)) || !(await isDatabase(directory))) return undefined;
  return (await ownerOf(directory)) === undefined ? directory : undefined;
}

async function keptOutside(dataDir: DataDir, directory: string): Promise<string> {
  if (!(await isDatabase(directory))) await refuseLost(dataDir, directory);
  const owner = await ownerOf(directory);
  if (owner !== undefined && owner !== dataDir.path) {
    const other = await readPrivate<Place>(dataDir.placeIn(owner));
    if (other?.directory === directory)
      throw new Error(
        `${dataDir.path} is a copy of ${owner}, whose database is in ${directory}; remove one of the two data directories`,
      );
  }
  return keep(dataDir, directory);
}

/** A new database would know none of the keys and recordings that are there. */
async function refuseLost(dataDir: DataDir, directory: string): Promise<void> {
  const stored = await readdir(dataDir.store).catch(() => []);
  if (stored.length === 0 && !(await exists(dataDir.credentials))) return;
  throw new Error(
    `the database of ${dataDir.path} is not in ${directory}; bring it back there, or remove ${dataDir.path} to begin anew`,
  );
}

/** Each side names the other, so that a moved data directory finds its database and a copy is known as one. */
async function keep(dataDir: DataDir, directory: string): Promise<string> {
  const folder = dirname(directory);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chmod(dirname(folder), 0o755);
  await closeToOthers(folder);
  await writePrivate(join(folder, 'instance.json'), { dataDirectory: dataDir.path } satisfies Owner);
  await writePrivate(dataDir.place, { directory } satisfies Place);
  return directory;
}

async function ownerOf(directory: string): Promise<string | undefined> {
  return (await readPrivate<Owner>(join(dirname(directory), 'instance.json')))?.dataDirectory;
}

function isDatabase(directory: string): Promise<boolean> {
  return exists(join(directory, 'PG_VERSION'));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
