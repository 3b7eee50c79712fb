/** Turns a locked take and the person's consent into a submission. */
import { CaptureError } from '../errors.js';
import { remembered } from '../remembered.js';
import { spliceSegments } from '../mp4/splice.js';
import { UPLOAD } from '../storage/layout.js';
import type { LockedTake } from '../storage/locked-take.js';
import type { StorageWorker } from '../storage/storage-worker.js';
import { trimTake, type StoredTake } from '../storage/take-store.js';
import type { CaptureClientOptions, ProgressEvent, RequestInfo, SubmitOptions } from '../types.js';
import { describeTake } from './manifest.js';
import type { RespondApi } from './respond-api.js';
import { startRetrying } from './retry-policy.js';
import { Upload } from './upload.js';

const RESPONDENT_KEY = 'capture:respondent:';

export interface Submission {
  api: RespondApi;
  client: CaptureClientOptions;
  take: LockedTake;
  options: SubmitOptions;
  readRequest: () => Promise<RequestInfo>;
  storage: StorageWorker;
  onProgress: (event: ProgressEvent) => void;
  onWait: (error: CaptureError | null) => void;
  signal: AbortSignal;
}

/** What of the take is sent. */
interface Content {
  onDisk: StoredTake;
  media: Blob;
}

/** Resolves with the submission's id once the service has accepted the take. */
export async function submitTake(submission: Submission): Promise<string> {
  const { api, client, take, signal, onProgress, onWait, storage } = submission;
  const { upload: tuning = {} } = client;
  const { patienceMs = 60_000, backoffMs = 500 } = tuning;
  const policy = startRetrying({ patienceMs, backoffMs, signal, onWait });
  const request = await policy.run(submission.readRequest);
  validate(submission, request);
  const content = await contentOf(submission, request);
  return new Upload({
    api,
    media: content.media,
    openBody: openBody(submission, request, content),
    opened: take.onDisk.upload,
    onOpened: async (opened) => {
      take.onDisk.upload = opened;
      await storage.put(take.info.id, UPLOAD, opened);
    },
    onProgress,
    policy,
    id: take.info.id,
    tuning,
    signal,
  }).run();
}

/** Throws what the service would answer to what the person has done. It also refuses takes that are too long or too large. */
function validate({ options, client }: Submission, request: RequestInfo): void {
  const reject = (field: string) => {
    throw new CaptureError('invalid_request', { field });
  };
  if (request.release.required && !options.releaseAccepted) reject('releaseAccepted');
  if (client.access.mode === 'open' && !options.displayName?.trim()) reject('displayName');
}

async function contentOf({ take, options }: Submission, { maxDurationSec }: RequestInfo): Promise<Content> {
  if (!options.trim || take.info.durationSec <= maxDurationSec) return take;
  const onDisk = trimTake(take.onDisk, maxDurationSec * 1000);
  return { onDisk, media: await spliceSegments(onDisk.segments) };
}

function openBody({ client, take, options }: Submission, request: RequestInfo, { onDisk, media }: Content) {
  const { access } = client;
  const { displayName, releaseAccepted } = options;
  return {
    // The service takes one recording under each id, and the whole take may have been opened before.
    clientTakeId: take.info.id + (media === take.media ? '' : `-${media.size}`),
    respondentId: access.mode === 'open' ? respondentId(access.campaignId) : undefined,
    displayName: displayName?.trim() || undefined,
    durationSec: onDisk.durationMs / 1000,
    sizeBytes: media.size,
    contentType: media.type,
    releaseAccepted,
    releaseVersion: request.release.version || undefined,
    manifest: describeTake(onDisk, client.includeDeviceLabels),
  };
}

/**
 * A random id, different for every link. It tells the service that two takes under an open link are one
 * person's, so that the second replaces the first.
 */
function respondentId(campaignId: string): string | undefined {
  const key = RESPONDENT_KEY + campaignId;
  // Without site storage, the take counts as a person's first.
  return remembered(key) ?? remembered(key, crypto.randomUUID());
}
