/** Turns a locked take and the person's consent into a submission. */
import { CaptureError } from '../errors.js';
import { UPLOAD } from '../storage/layout.js';
import type { LockedTake } from '../storage/locked-take.js';
import type { StorageWorker } from '../storage/storage-worker.js';
import type { CaptureClientOptions, ProgressEvent, RequestInfo, SubmitOptions } from '../types.js';
import { describeTake, sealManifest } from './manifest.js';
import type { RespondApi } from './respond-api.js';
import { RetryPolicy } from './retry-policy.js';
import { uploadTake } from './upload.js';

/** What the service allows over `maxDurationSec`, because a recorder never stops exactly on time. */
const DURATION_TOLERANCE_SEC = 2;
const RESPONDENT_KEY = 'capture:respondent:';

export interface Submission {
  api: RespondApi;
  client: CaptureClientOptions;
  take: LockedTake;
  options: SubmitOptions;
  request: () => Promise<RequestInfo>;
  storage: StorageWorker;
  onProgress: (event: ProgressEvent) => void;
  onWait: (error: CaptureError | null) => void;
  signal: AbortSignal;
}

/** Resolves with the submission's id once the service has accepted the take. */
export async function submitTake(submission: Submission): Promise<string> {
  const { api, client, take, signal, onProgress, onWait, storage } = submission;
  const { parallel = 3, patienceMs = 60_000, stallMs = 30_000, backoffMs = 500 } = client.upload ?? {};
  const retry = new RetryPolicy({ patienceMs, backoffMs, signal, onWait });
  const request = await retry.run(submission.request);
  validate(submission, request);
  const manifest = describeTake(take.stored, client.includeDeviceLabels ?? false);
  return uploadTake({
    api,
    media: take.media,
    openBody: openBody(submission, request, manifest),
    opened: take.stored.upload,
    onOpened: async (opened) => {
      take.stored.upload = opened;
      await storage.put(take.info.id, UPLOAD, opened);
    },
    manifestFor: (parts, root) => sealManifest(manifest, parts, root),
    onProgress,
    retry,
    parallel,
    stallMs,
    signal,
  });
}

/** Throws what the service would answer anyway, before a byte is sent. */
function validate({ take, options, client }: Submission, request: RequestInfo): void {
  const reject = (field: string, detail: string) => {
    throw new CaptureError('invalid_request', { field, detail });
  };
  if (request.release.required && !options.releaseAccepted) reject('releaseAccepted', 'not accepted');
  if (client.access.mode === 'open' && !options.displayName?.trim()) reject('displayName', 'required');
  if (take.info.durationSec > request.maxDurationSec + DURATION_TOLERANCE_SEC) {
    reject('durationSec', `over ${request.maxDurationSec} s`);
  }
  if (take.info.sizeBytes > request.limits.maxSizeBytes) {
    throw new CaptureError('quota_exceeded', {
      detail: `over ${request.limits.maxSizeBytes}`,
    });
  }
}

function openBody({ client, take, options }: Submission, request: RequestInfo, manifest: object): object {
  const { access } = client;
  const { version } = request.release;
  const displayName = options.displayName?.trim();
  return {
    clientTakeId: take.info.id,
    ...(access.mode === 'open' && { respondentId: respondentId(access.campaignId) }),
    ...(displayName && { displayName }),
    durationSec: take.info.durationSec,
    sizeBytes: take.info.sizeBytes,
    contentType: take.info.contentType,
    releaseAccepted: options.releaseAccepted,
    ...(version && { releaseVersion: version }),
    manifest,
  };
}

/**
 * A random id, different for every link. It tells the service that two takes under an open link are one
 * person's, so that the second replaces the first.
 */
function respondentId(campaignId: string): string {
  const fresh = crypto.randomUUID();
  try {
    const kept = localStorage.getItem(RESPONDENT_KEY + campaignId) ?? fresh;
    localStorage.setItem(RESPONDENT_KEY + campaignId, kept);
    return kept;
  } catch {
    // Site storage may be disabled; the take then counts as a person's first.
    return fresh;
  }
}
