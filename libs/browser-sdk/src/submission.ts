/** From a held take and the person's answer to a submission. */
import type { RespondApi } from './api.js';
import { CaptureError } from './errors.js';
import type { HeldTake } from './held-take.js';
import { describeTake, sealManifest } from './manifest.js';
import { Patience } from './patience.js';
import type { Storage } from './storage.js';
import { UPLOAD } from './storage-protocol.js';
import { uploadTake } from './uploader.js';
import type { CaptureClientOptions, ProgressEvent, RequestInfo, SubmitOptions } from './types.js';

/** What the service allows over `maxDurationSec`, because a recorder never stops on the dot. */
const DURATION_TOLERANCE_SEC = 2;
const RESPONDENT_KEY = 'capture:respondent:';

export interface Submission {
  api: RespondApi;
  client: CaptureClientOptions;
  held: HeldTake;
  options: SubmitOptions;
  request: () => Promise<RequestInfo>;
  storage: Storage;
  onProgress: (event: ProgressEvent) => void;
  onWait: (error: CaptureError | null) => void;
  signal: AbortSignal;
}

/** Resolves with the submission's id once the service has accepted the take. */
export async function submitTake(submission: Submission): Promise<string> {
  const { api, client, held, signal, onProgress, onWait, storage } = submission;
  const { parallel = 3, patienceMs = 60_000, stallMs = 30_000, backoffMs = 500 } = client.upload ?? {};
  const patience = new Patience({ patienceMs, backoffMs, signal, onWait });
  const request = await patience.persist(submission.request);
  refuseEarly(submission, request);
  const manifest = describeTake(held.stored, client.includeDeviceLabels ?? false);
  return uploadTake({
    api,
    media: held.media,
    openBody: openBody(submission, request, manifest),
    opened: held.stored.upload,
    onOpened: async (opened) => {
      held.stored.upload = opened;
      await storage.send({ op: 'put', takeId: held.take.id, name: UPLOAD, text: JSON.stringify(opened) });
    },
    manifestFor: (parts, root) => sealManifest(manifest, parts, root),
    onProgress,
    patience,
    parallel,
    stallMs,
    signal,
  });
}

/** What the service would refuse anyway, without sending a byte. */
function refuseEarly({ held, options, client }: Submission, request: RequestInfo): void {
  const reject = (field: string, detail: string) => {
    throw new CaptureError('invalid_request', { field, detail });
  };
  if (request.release.required && !options.releaseAccepted) reject('releaseAccepted', 'not accepted');
  if (client.access.mode === 'open' && !options.displayName?.trim()) reject('displayName', 'required');
  if (held.take.durationSec > request.maxDurationSec + DURATION_TOLERANCE_SEC) {
    reject('durationSec', `over ${request.maxDurationSec} s`);
  }
  if (held.take.sizeBytes > request.limits.maxSizeBytes) {
    throw new CaptureError('quota_exceeded', {
      detail: `over ${request.limits.maxSizeBytes} bytes`,
    });
  }
}

function openBody({ client, held, options }: Submission, request: RequestInfo, manifest: object): object {
  const { access } = client;
  const { version } = request.release;
  const displayName = options.displayName?.trim();
  return {
    clientTakeId: held.take.id,
    ...(access.mode === 'open' && { respondentId: respondentId(access.campaignId) }),
    ...(displayName && { displayName }),
    durationSec: held.take.durationSec,
    sizeBytes: held.take.sizeBytes,
    contentType: held.take.contentType,
    releaseAccepted: options.releaseAccepted,
    ...(version && { releaseVersion: version }),
    manifest,
  };
}

/**
 * The random id by which an open link knows that two takes are one person's, so that the second
 * replaces the first. It says nothing else, and is another one for every link.
 */
function respondentId(campaignId: string): string {
  const fresh = crypto.randomUUID();
  try {
    const kept = localStorage.getItem(RESPONDENT_KEY + campaignId) ?? fresh;
    localStorage.setItem(RESPONDENT_KEY + campaignId, kept);
    return kept;
  } catch {
    // Storage for sites may be switched off; the take is then a person's first.
    return fresh;
  }
}
