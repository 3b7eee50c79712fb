import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';
import { ACCOUNT_NAMES, exportAccount } from './account.js';
import { ExportApi, isCode } from './api.js';
import type { Run } from './documents.js';
import { explainDisk, exportedFiles, PART, sizeOf } from './files.js';
import { alone } from './lock.js';
import { type Manifest, readManifest, writeManifest } from './manifest.js';
import { fetchMedia, type MediaFile } from './media.js';
import { inParallel } from './pool.js';
import { Progress } from './progress.js';
import { exportKeys, SECTIONS } from './resources.js';

const DOWNLOAD_SCOPE = 'recordings:download';
const NOBODY = '0'.repeat(26);

/** What an export is asked for. */
export interface Order {
  directory: string;
  baseUrl: string;
  key: string;
  /** Calls and files at a time. */
  parallel: number;
  /** Goes on without what the key may not read. */
  allowMissing: boolean;
  /** Whose account is exported as well, and how the operator's API is reached. */
  account?: { organizationId: string; operatorUrl: string; token: string } | undefined;
}

/** What an export did. */
export interface Outcome {
  directory: string;
  manifest: Manifest;
  fetchedBytes: number;
}

/** Asks for a track that there is not: whether the key may download is decided before. */
function probeDownload(api: ExportApi): Promise<unknown> {
  return api
    .post(`/api/v1/recordings/rec_${NOBODY}/tracks/trk_${NOBODY}/download-url`)
    .catch((error: unknown) => {
      if (!isCode(error, 'not_found')) throw error;
    });
}

/** Finds out what the key may read, before anything is fetched. */
async function probeScopes(run: Run, allowMissing: boolean): Promise<void> {
  const probes = [...SECTIONS, { scope: DOWNLOAD_SCOPE, probe: probeDownload }];
  for (const { scope, probe } of probes) {
    await probe(run.api).catch((error: unknown) => {
      if (!isCode(error, 'insufficient_scope', 'test_mode_scope', 'upgrade_required')) throw error;
      run.missing.set(scope, error.message);
    });
  }
  if (run.missing.size === 0 || allowMissing) return;
  const message = `The key may not read everything: ${[...run.missing.keys()].join(', ')}.`;
  const next = 'Use a live key that has these scopes, or add --allow-missing to export the rest.';
  throw new CliFailure(EXIT.refused, 'missing_scope', message, next);
}

function requireSameAccount(run: Run, account: Order['account']): void {
  if (account === undefined) return;
  const { organizationId } = account;
  run.organizationId ??= organizationId;
  if (run.organizationId === organizationId) return;
  const message = `The key is of ${run.organizationId}, and --account names ${organizationId}.`;
  throw new CliFailure(
    EXIT.usage,
    'other_account',
    message,
    'Name the organization that the key belongs to.',
  );
}

/** Data of another organization in the directory would be taken for deleted data. */
async function sameOrganization(run: Run, account: Order['account']): Promise<void> {
  const earlier = await readManifest(run.root);
  if (!run.missing.has('webhooks:read')) {
    const { data } = (await run.api.get('/api/v1/events?limit=1')) as { data: { organizationId?: string }[] };
    run.organizationId = data[0]?.organizationId;
  }
  requireSameAccount(run, account);
  if (earlier === undefined) return;
  const { baseUrl, organizationId } = earlier;
  const isOther = organizationId && run.organizationId && organizationId !== run.organizationId;
  if (!isOther && baseUrl === run.api.baseUrl) return;
  const next = 'Name another directory, or the address and a key that the export was made with.';
  const whose = `${organizationId ?? 'an organization'} at ${baseUrl}`;
  throw new CliFailure(EXIT.usage, 'other_export', `${run.root} holds an export of ${whose}.`, next);
}

async function fetchOne(run: Run, path: string, file: MediaFile): Promise<void> {
  try {
    await fetchMedia(run.api, file, (count) => run.progress.bytes(count));
    run.progress.count('files');
  } catch (error) {
    run.media.delete(path);
    // One file that cannot be had does not keep the others away.
    if (isCode(error, 'checksum_mismatch', 'conflict', 'track_not_ready'))
      run.missing.set(path, error.message);
    // Deleted since it was listed: what is there of it is nobody's copy.
    else if (!isCode(error, 'not_found', 'footage_expired')) throw error;
  }
}

async function fetchMissing(run: Run): Promise<void> {
  const wanted: [string, MediaFile][] = [];
  let bytes = 0;
  for (const [path, file] of run.media) {
    if ((await sizeOf(file.path)) === file.sizeBytes) run.progress.count('files');
    else {
      wanted.push([path, file]);
      bytes += file.sizeBytes - ((await sizeOf(file.path + PART)) ?? 0);
    }
  }
  run.progress.expect(bytes);
  await inParallel(wanted, run.parallel, ([path, file]) => fetchOne(run, path, file));
}

/** Halves of files that nobody will finish. */
async function removeParts(root: string): Promise<void> {
  for (const path of await exportedFiles(root)) if (path.endsWith(PART)) await rm(join(root, path));
}

async function exportAll(run: Run, { allowMissing, account }: Order): Promise<Manifest> {
  await probeScopes(run, allowMissing);
  await sameOrganization(run, account);
  await exportKeys(run);
  const names = new Set(['keys.json']);
  if (account !== undefined) {
    const operator = new ExportApi(account.operatorUrl, account.token);
    await exportAccount(run, operator, account.organizationId);
    for (const name of ACCOUNT_NAMES) names.add(name);
  }
  for (const section of SECTIONS) {
    if (run.missing.has(section.scope)) continue;
    await section.run(run);
    for (const name of section.names) names.add(name);
  }
  if (run.missing.has(DOWNLOAD_SCOPE)) {
    names.delete('media');
    run.media.clear();
  }
  await fetchMissing(run);
  if (!run.missing.has(DOWNLOAD_SCOPE)) await removeParts(run.root);
  return writeManifest(run, names);
}

/**
 * Exports what a key may read of its organization into a directory, with its account where that is asked for, or completes an
 * export that is there.
 * @throws CliFailure when something stands in the way; what was fetched stays for the next run
 */
export async function exportOrganization(order: Order): Promise<Outcome> {
  const progress = new Progress();
  const api = new ExportApi(order.baseUrl, order.key, (ms) => progress.waiting(ms));
  const root = resolve(order.directory);
  const sets = { current: new Set<string>(), media: new Map<string, MediaFile>(), missing: new Map() };
  const run: Run = { root, api, parallel: order.parallel, progress, ...sets };
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const manifest = await alone(root, () => exportAll(run, order));
    return { directory: root, manifest, fetchedBytes: progress.fetchedBytes };
  } catch (error) {
    return explainDisk(error);
  } finally {
    progress.stop();
  }
}
