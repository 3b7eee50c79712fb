/**
 * The public shapes of `@capture/browser`. Nothing here exists at run time.
 * Units are in the names: Ms, Sec, Bytes, Bps.
 */
import type { CaptureError } from './errors.js';

/** The capability of one person (contact mode) or of a shared link (open mode). Never a secret API key. */
export type CaptureAccess =
  { mode: 'contact'; contactId: string; key: string } | { mode: 'open'; campaignId: string; key: string };

export interface CaptureClientOptions {
  /** Origin (and path prefix, if any) of the service, without `/api`: `https://capture.example`. */
  baseUrl: string;
  access: CaptureAccess;
  /**
   * Where the storage worker is served from. Needed only under a Content-Security-Policy without
   * `worker-src blob:`; the file is `@capture/browser/worker`.
   */
  workerUrl?: string | URL;
  /** Put the names of camera and microphone into the capture manifest. Default false. */
  includeDeviceLabels?: boolean;
  upload?: UploadTuning;
}

/** Every field has a sensible default; integrators rarely need these. */
export interface UploadTuning {
  /** Parts in flight at once, where the network carries them. Default 3. */
  parallel?: number;
  /** How long one part should take; the service is asked for parts of about that. Default 4,000. */
  partMs?: number;
  /** How long nothing may succeed before submit() gives up with a retryable error. Default 60,000. */
  patienceMs?: number;
  /** A request that moves no byte for this long is aborted and retried. Default 30,000. */
  stallMs?: number;
  /** First back-off; doubles with jitter up to 16 times this. Default 500. */
  backoffMs?: number;
}

export type CaptureState =
  | 'idle'
  | 'requesting'
  | 'previewing'
  | 'starting'
  | 'recording'
  | 'stopping'
  | 'interrupted'
  | 'recorded'
  | 'uploading'
  | 'waiting'
  | 'submitted'
  | 'destroyed';

/** What a respondent may be shown: the answer of GET /v1/respond/{contacts|campaigns}/{id}. */
export interface RequestInfo {
  id: string;
  title: string;
  prompt: string;
  status: 'draft' | 'active' | 'closed';
  maxDurationSec: number;
  deadlineAt: string | null;
  release: ReleaseInfo;
  limits: { maxSizeBytes: number; partSizeBytes: number };
  /** Who is asking; white text is readable on the colour. */
  organization?: { name: string; logoUrl: string | null; colour: string | null } | null;
}

export interface ReleaseInfo {
  required: boolean;
  text: string | null;
  version: string | null;
}

export interface PreviewOptions {
  /** Constraints merged over the defaults (1080p at 30 frames a second, as ideals). */
  video?: MediaTrackConstraints;
  audio?: MediaTrackConstraints;
}

/** A finished recording in this browser's own storage. */
export interface Take {
  id: string;
  /** An object URL, valid until discard(), a successful submit() or destroy(). */
  previewUrl: string;
  startedAt: string;
  durationSec: number;
  sizeBytes: number;
  contentType: string;
  /** True when the take was recovered after a crash, a closed tab or a reload. */
  recovered: boolean;
  /** Why the recording ended. */
  endReason: EndReason;
}

export type EndReason =
  | 'stopped'
  | 'time_limit'
  /** The take is as large as the request allows. */
  | 'size_limit'
  | 'device_lost'
  /** Of a segment: the picture changed its size, and the take went on in another one. */
  | 'resized'
  | 'storage_full'
  | 'recorder_error'
  | 'page_hidden'
  | 'unknown';

/** An unsubmitted take of this origin that no open page is working on. */
export interface StrandedTake {
  id: string;
  startedAt: string;
  durationSec: number;
  sizeBytes: number;
  /** The link it was recorded for; recover() takes only those of the client's own access. `room`: in a session. */
  mode: CaptureAccess['mode'] | 'room';
  /** The contact's, the campaign's or the session's id. */
  targetId: string;
  /** True when an upload had begun. */
  uploading: boolean;
  /**
   * `unreadable`: some of it could not be read just now, so the figures may be too low, or absent (''). It is
   * kept; recover() tries again.
   */
  health: 'ok' | 'unreadable';
}

export interface SubmitOptions {
  /** True only when the person was shown `release.text` and accepted it. */
  releaseAccepted: boolean;
  /** Required in open mode. In contact mode the name on the roster counts instead. */
  displayName?: string;
  /**
   * Of a take that is longer than the request allows, send the beginning that is within the limit. The whole take
   * stays on this device until the service has accepted that, and is deleted then: offer it as a file before.
   */
  trim?: boolean;
  /** From 0 to 1. The last 2 % are the server's verification. */
  onProgress?: (fraction: number) => void;
  /** Stops the upload; the take is kept and submit() may be called again. */
  signal?: AbortSignal;
}

export interface SubmitResult {
  submissionId: string;
}

export interface StateEvent {
  state: CaptureState;
  previous: CaptureState;
  /** Present on `recorded` and `interrupted`. */
  take?: Take;
  /** The failure behind the transition, if any: a refused permission, the reason of a wait or interruption. */
  error?: CaptureError;
}

export interface ProgressEvent {
  /** From 0 to 1, never falling. */
  fraction: number;
  phase: 'sending' | 'verifying' | 'done';
  sentBytes: number;
  totalBytes: number;
}

export type DeviceKind = 'camera' | 'microphone';

export type HealthEvent =
  /** That many bytes of media are on stable storage, can be played, and survive a crash. About once a second. */
  | { type: 'durable'; atMs: number; sizeBytes: number }
  | { type: 'muted' | 'unmuted'; atMs: number; kind: DeviceKind }
  | { type: 'device_lost' | 'device_regained'; atMs: number; kind: DeviceKind }
  | { type: 'resized'; atMs: number; width: number; height: number }
  | { type: 'hidden' | 'visible'; atMs: number }
  /** Less free space than twice what a take of the maximum duration may need. */
  | { type: 'storage_low'; atMs: number; availableBytes: number; wantedBytes: number };

export interface CaptureEvents {
  state: StateEvent;
  health: HealthEvent;
  progress: ProgressEvent;
}
