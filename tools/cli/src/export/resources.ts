import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../instance/http.js';
import { isObject } from '../signatures/json-file.js';
import { type ExportApi, isCode, type Resource } from './api.js';
import { keep, keepList, safe, type Run, unlessGone } from './documents.js';
import { sizeOf } from './files.js';
import { inParallel } from './pool.js';

/** Years of usage that one answer spans at most are ten. */
const USAGE_YEARS = 9;

interface Track extends Resource {
  state: string;
  contentType: string;
  sizeBytes: number | null;
  sha256: string | null;
  captureManifest: unknown;
}

interface Recording extends Resource {
  tracks: Track[];
}

/** Evidence never changes, so what is there is not fetched again. */
async function keepEvidence(run: Run, requestId: string, submissionId: string): Promise<void> {
  const path = `evidence/${safe(submissionId)}.json`;
  if ((await sizeOf(join(run.root, path))) !== undefined) run.current.add(path);
  else if (!run.missing.has('evidence'))
    try {
      const from = `/api/v1/capture-requests/${requestId}/submissions/${submissionId}/evidence`;
      await keep(run, path, await run.api.get(from));
    } catch (error) {
      if (!isCode(error, 'upgrade_required')) throw error;
      run.missing.set('evidence', error.message);
    }
}

function hasEvidence({ consent }: Resource): boolean {
  return isObject(consent) && consent['version'] !== 'legacy';
}

async function exportRequest(run: Run, request: Resource): Promise<void> {
  const id = safe(request.id);
  const submissions: string[] = [];
  await unlessGone(async () => {
    const [folder, from] = [`capture-requests/${id}`, `/api/v1/capture-requests/${id}`];
    await keepList(run, `${folder}/contacts.jsonl`, `${from}/contacts`);
    await keepList(run, `${folder}/submissions.jsonl`, `${from}/submissions`, (submission) => {
      if (hasEvidence(submission)) submissions.push(submission.id);
    });
    await keep(run, `${folder}/request.json`, request);
    run.progress.count('requests');
  });
  for (const submissionId of submissions) await unlessGone(() => keepEvidence(run, id, submissionId));
}

async function exportSession(run: Run, { id: given }: Resource): Promise<void> {
  const id = safe(given);
  await unlessGone(async () => {
    const from = `/api/v1/sessions/${id}`;
    await keepList(run, `sessions/${id}/tracks.jsonl`, `${from}/tracks`);
    await keepList(run, `sessions/${id}/invites.jsonl`, `${from}/invites`);
    await keep(run, `sessions/${id}/session.json`, await run.api.get(from));
    run.progress.count('sessions');
  });
}

/** What lists and single reads both show: capture manifests do not change once they are there. */
function comparable(recording: Recording): string {
  const tracks = recording.tracks.map((track) => ({
    ...track,
    captureManifest: track.captureManifest !== null,
  }));
  return JSON.stringify({ ...recording, tracks });
}

async function storedRecording(path: string): Promise<Recording | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const stored = parseJson(text);
  return isObject(stored) && Array.isArray(stored['tracks']) ? (stored as unknown as Recording) : undefined;
}

function extensionOf({ contentType }: Track): string {
  const [, subtype = ''] = /^(?:video|audio)\/(mp4|webm)/.exec(contentType) ?? [];
  return subtype === '' ? 'bin' : subtype;
}

function planMedia(run: Run, recordingId: string, tracks: Track[]): void {
  for (const track of tracks) {
    const { sizeBytes, sha256 } = track;
    if (track.state === 'available' && sizeBytes !== null && sha256 !== null) {
      const trackId = safe(track.id);
      const path = `media/${recordingId}/${trackId}.${extensionOf(track)}`;
      run.media.set(path, { recordingId, trackId, path: join(run.root, path), sizeBytes, sha256 });
    } else if (track.state !== 'expired' && track.state !== 'failed')
      run.progress.count('tracks on their way');
  }
}

async function exportRecording(run: Run, listed: Recording): Promise<void> {
  const id = safe(listed.id);
  const path = `recordings/${id}.json`;
  await unlessGone(async () => {
    const stored = await storedRecording(join(run.root, path));
    const isCurrent = stored !== undefined && comparable(stored) === comparable(listed);
    const recording = isCurrent ? stored : ((await run.api.get(`/api/v1/recordings/${id}`)) as Recording);
    if (isCurrent) run.current.add(path);
    else await keep(run, path, recording);
    planMedia(run, id, recording.tracks);
    run.progress.count('recordings');
  });
}

/** Parts of an export: what the key has to be allowed, how that is found out, and which names at the top are the part's. */
export const SECTIONS: {
  scope: string;
  probe: (api: ExportApi) => Promise<unknown>;
  names: string[];
  run: (run: Run) => Promise<void>;
}[] = [
  {
    scope: 'capture_requests:read',
    probe: (api) => api.get('/api/v1/capture-requests?limit=1'),
    names: ['capture-requests', 'evidence'],
    run: (run) =>
      inParallel(run.api.list('/api/v1/capture-requests'), run.parallel, (item) => exportRequest(run, item)),
  },
  {
    scope: 'sessions:read',
    probe: (api) => api.get('/api/v1/sessions?limit=1'),
    names: ['sessions'],
    run: (run) =>
      inParallel(run.api.list('/api/v1/sessions'), run.parallel, (item) => exportSession(run, item)),
  },
  {
    scope: 'recordings:read',
    probe: (api) => api.get('/api/v1/recordings?limit=1'),
    names: ['recordings', 'media'],
    run: (run) =>
      inParallel(run.api.list('/api/v1/recordings'), run.parallel, (item) =>
        exportRecording(run, item as Recording),
      ),
  },
  {
    scope: 'webhooks:read',
    probe: (api) => api.get('/api/v1/events?limit=1'),
    names: ['webhook-endpoints.jsonl', 'events.jsonl'],
    run: async (run) => {
      await keepList(run, 'webhook-endpoints.jsonl', '/api/v1/webhook-endpoints');
      await keepList(run, 'events.jsonl', '/api/v1/events');
    },
  },
  {
    scope: 'usage:read',
    probe: (api) => api.get('/api/v1/usage'),
    names: ['usage.json'],
    run: async (run) => {
      const from = new Date();
      from.setUTCFullYear(from.getUTCFullYear() - USAGE_YEARS);
      const usage = await run.api.get(`/api/v1/usage?granularity=month&from=${from.toISOString()}`);
      await keep(run, 'usage.json', usage);
    },
  },
];

/** The keys that all signatures of the instance are checked with. */
export async function exportKeys(run: Run): Promise<void> {
  await keep(run, 'keys.json', await run.api.get('/.well-known/capture-keys.json'));
}
