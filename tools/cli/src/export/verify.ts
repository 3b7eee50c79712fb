import { join, resolve } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';
import { verifyEvidence } from '../signatures/evidence-chain.js';
import { isObject, jsonFile } from '../signatures/json-file.js';
import { type KeySet, readKeySet } from '../signatures/key-set.js';
import { verifySigned } from '../signatures/signed-document.js';
import { exportedFiles, PART, sha256Of, sizeOf } from './files.js';
import { type ExportedFile, MANIFEST, readManifest } from './manifest.js';

const SHOWN = 10;

/** What an export was found to be. */
export interface Verification {
  valid: true;
  complete: boolean;
  files: number;
  bytes: number;
  evidence: number;
  signedTracks: number;
  /** Of people who were erased. */
  receipts: number;
  /** Files that are not of the export. */
  unlisted: string[];
}

/** Names a file below the directory and nothing else. */
function isInside(path: unknown): path is string {
  return (
    typeof path === 'string' && path.split('/').every((name) => name !== '' && !/^\.\.?$|\\|\0/.test(name))
  );
}

/** Why a file is not as the manifest says; undefined when it is. */
async function faultOf(root: string, { path, size, sha256 }: ExportedFile): Promise<string | undefined> {
  if (!isInside(path)) return `${String(path)} is no path inside of the export`;
  const found = await sizeOf(join(root, path));
  if (found === undefined) return `${path} is not there`;
  if (found !== size) return `${path} has ${found} bytes instead of ${size}`;
  return (await sha256Of(join(root, path))) === sha256 ? undefined : `${path} was changed`;
}

interface Signed {
  faults: string[];
  count: number;
}

async function checkEvidence(root: string, paths: string[], keys: KeySet): Promise<Signed> {
  const entries: Record<string, unknown>[] = [];
  for (const path of paths) entries.push(await jsonFile(join(root, path), 'evidence'));
  const verification = verifyEvidence(entries, keys);
  return {
    faults: 'fault' in verification ? [`evidence: ${verification.fault}`] : [],
    count: entries.length,
  };
}

/** A capture manifest is signed and names the SHA-256 of the file, so both are as the instance had them. */
function faultOfTrack(
  track: Record<string, unknown>,
  stored: string | undefined,
  keys: KeySet,
): string | undefined {
  const { captureManifest, id } = track;
  if (!isObject(captureManifest)) return undefined;
  const { valid, reason } = verifySigned(captureManifest, keys);
  if (!valid) return `capture manifest of ${String(id)}: ${reason}`;
  const { server } = captureManifest;
  const signed = isObject(server) ? server['sha256'] : undefined;
  return stored === undefined || signed === undefined || signed === stored
    ? undefined
    : `the file of ${String(id)} is not the one that was signed`;
}

async function checkTracks(root: string, files: ExportedFile[], keys: KeySet): Promise<Signed> {
  const hashes = new Map<string, string>();
  for (const { path, sha256 } of files) {
    const [, trackId] = /^media\/[^/]+\/(trk_\w+)\./.exec(path) ?? [];
    if (trackId) hashes.set(trackId, sha256);
  }
  const signed: Signed = { faults: [], count: 0 };
  for (const { path } of files.filter((file) => file.path.startsWith('recordings/'))) {
    const { tracks } = await jsonFile(join(root, path), 'recording');
    for (const track of Array.isArray(tracks) ? tracks.filter(isObject) : []) {
      const fault = faultOfTrack(track, hashes.get(String(track['id'])), keys);
      if (fault) signed.faults.push(fault);
      else if (isObject(track['captureManifest'])) signed.count += 1;
    }
  }
  return signed;
}

async function checkReceipts(root: string, paths: string[], keys: KeySet): Promise<Signed> {
  const signed: Signed = { faults: [], count: 0 };
  for (const path of paths) {
    const { valid, reason } = verifySigned(await jsonFile(join(root, path), 'receipt'), keys);
    if (valid) signed.count += 1;
    else signed.faults.push(`${path}: ${reason}`);
  }
  return signed;
}

function failed(faults: string[]): CliFailure {
  const shown = faults.slice(0, SHOWN).join('; ');
  const more = faults.length > SHOWN ? `; and ${faults.length - SHOWN} more` : '';
  const next = 'Delete the files that are named, run the export again, then verify again.';
  return new CliFailure(EXIT.refused, 'not_verified', `The export is damaged: ${shown}${more}.`, next);
}

/**
 * Checks an export without the network: every file against the manifest, evidence, capture manifests and receipts against the keys.
 * @param keysFile path of the published keys; those that were saved with the export without it
 * @throws CliFailure that names what is missing or was changed
 */
export async function verifyExport(directory: string, keysFile?: string): Promise<Verification> {
  const root = resolve(directory);
  const manifest = await readManifest(root);
  if (manifest === undefined) {
    const next = 'Run the export to its end: it writes the manifest last.';
    throw new CliFailure(EXIT.refused, 'no_manifest', `${root} has no ${MANIFEST} that can be read.`, next);
  }
  const { files } = manifest;
  const faults: string[] = [];
  for (const file of files) {
    const fault = await faultOf(root, file);
    if (fault) faults.push(fault);
  }
  if (faults.length > 0) throw failed(faults);
  const keys = await readKeySet(keysFile ?? join(root, 'keys.json'));
  const paths = files.map(({ path }) => path);
  const below = (folder: string): string[] => paths.filter((path) => path.startsWith(folder));
  const evidence = await checkEvidence(root, below('evidence/'), keys);
  const tracks = await checkTracks(root, files, keys);
  const receipts = await checkReceipts(root, below('account/erasure-receipts/'), keys);
  const forged = [evidence, tracks, receipts].flatMap((signed) => signed.faults);
  if (forged.length > 0) throw failed(forged);
  const listed = new Set(paths);
  return {
    valid: true,
    complete: manifest.complete,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    evidence: evidence.count,
    signedTracks: tracks.count,
    receipts: receipts.count,
    unlisted: (await exportedFiles(root)).filter((path) => !listed.has(path) && !path.endsWith(PART)),
  };
}
