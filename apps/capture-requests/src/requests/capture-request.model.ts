import { AppError, invalidField, newId, type ClosedReason } from '@capture/contracts';
import { changeRelease, NO_RELEASE, type Release, type ReleaseChange } from './release.model.js';

export const STATUSES = ['draft', 'active', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

export const MAX_DURATION_SEC = { min: 5, max: 7200, default: 300 } as const;

/** The open link. A revoked one is kept: the next has the same id and a higher version. */
interface Campaign {
  id: string;
  version: number;
  open: boolean;
}

export interface CaptureRequest {
  id: string;
  organizationId: string;
  title: string;
  prompt: string;
  status: Status;
  maxDurationSec: number;
  /** JSON text as the caller sent it. */
  metadata: string;
  deadlineAt: Date | null;
  release: Release;
  campaign: Campaign | null;
  contactCount: number;
  submissionCount: number;
  createdAt: Date;
  updatedAt: Date;
  launchedAt: Date | null;
  closedAt: Date | null;
  closedReason: ClosedReason | null;
}

/** What a caller may write. Undefined means absent on creation and unchanged on an update. */
export interface Changes {
  title?: string;
  prompt?: string;
  maxDurationSec?: number | null;
  metadata?: string;
  deadlineAt?: Date | null;
  release?: ReleaseChange | null;
  openLink?: boolean | null;
}

export type Draft = Changes & { title: string; prompt: string; status: 'draft' | 'active' };

/** @throws AppError invalid_input for a deadline in the past or a required release without text. */
export function createRequest(organizationId: string, draft: Draft, now: Date): CaptureRequest {
  const empty: CaptureRequest = {
    id: newId('captureRequest'),
    organizationId,
    title: draft.title,
    prompt: draft.prompt,
    status: 'draft',
    maxDurationSec: MAX_DURATION_SEC.default,
    metadata: '{}',
    deadlineAt: null,
    release: NO_RELEASE,
    campaign: null,
    contactCount: 0,
    submissionCount: 0,
    createdAt: now,
    updatedAt: now,
    launchedAt: null,
    closedAt: null,
    closedReason: null,
  };
  const request = applyChanges(empty, draft, now);
  return draft.status === 'active' ? launch(request, now) : request;
}

/**
 * Merge patch; `status: 'active'` launches a draft and changes nothing on an active request.
 * @throws AppError capture_request_closed, or invalid_input naming the field.
 */
export function editRequest(
  request: CaptureRequest,
  patch: Changes & { status?: 'active' },
  now: Date,
): CaptureRequest {
  if (statusAt(request, now) === 'closed') throw closedError();
  const edited = applyChanges(request, patch, now);
  return patch.status === 'active' && edited.status === 'draft' ? launch(edited, now) : edited;
}

/** Closes a draft or an active request; a closed one keeps its reason. */
export function closeRequest(request: CaptureRequest, reason: ClosedReason, now: Date): CaptureRequest {
  if (request.status === 'closed') return request;
  if (statusAt(request, now) === 'closed')
    return closed(request, 'deadline_passed', request.deadlineAt ?? now, now);
  return closed(request, reason, now, now);
}

/**
 * Gives the open link a new key and voids every earlier one.
 * @throws AppError capture_request_closed, or conflict where there is no open link.
 */
export function rotateOpenLink(request: CaptureRequest, now: Date): CaptureRequest {
  const { campaign } = request;
  if (statusAt(request, now) === 'closed') throw closedError();
  if (!campaign?.open)
    throw new AppError(
      'conflict',
      'This request has no open link. PATCH it with "openLink": true to make one.',
    );
  return { ...request, campaign: { ...campaign, version: campaign.version + 1 }, updatedAt: now };
}

/** An active request is closed from the instant of its deadline, before the job has recorded it. */
export function statusAt(request: Pick<CaptureRequest, 'status' | 'deadlineAt'>, now: Date): Status {
  const passed = request.deadlineAt !== null && request.deadlineAt <= now;
  return request.status === 'active' && passed ? 'closed' : request.status;
}

/** The request as it stands at `now`. */
export function requestAt(request: CaptureRequest, now: Date): CaptureRequest {
  return statusAt(request, now) === request.status ? request : closeRequest(request, 'deadline_passed', now);
}

/** @throws AppError saying why respondents cannot record at `now`. */
export function assertCollecting(request: CaptureRequest, paused: boolean, now: Date): void {
  const status = statusAt(request, now);
  if (status === 'draft')
    throw new AppError('capture_request_not_active', 'This request has not been launched yet.');
  if (status === 'closed') throw closedError();
  if (paused) throw pausedError();
}

export function closedError(): AppError {
  return new AppError(
    'capture_request_closed',
    'This request is closed and takes no more contacts, takes or changes.',
  );
}

export function pausedError(): AppError {
  return new AppError(
    'organization_paused',
    'The plan of this organization has lapsed; nothing is collected until it is renewed.',
  );
}

function applyChanges(request: CaptureRequest, changes: Changes, now: Date): CaptureRequest {
  const { title, prompt, metadata, maxDurationSec, deadlineAt, release, openLink } = changes;
  if (deadlineAt && deadlineAt <= now) throw pastDeadline();
  return {
    ...request,
    title: title ?? request.title,
    prompt: prompt ?? request.prompt,
    metadata: metadata ?? request.metadata,
    maxDurationSec:
      maxDurationSec === undefined ? request.maxDurationSec : (maxDurationSec ?? MAX_DURATION_SEC.default),
    deadlineAt: deadlineAt === undefined ? request.deadlineAt : deadlineAt,
    release: release === undefined ? request.release : changeRelease(request.release, release),
    campaign: openLink === undefined ? request.campaign : switchCampaign(request.campaign, openLink ?? false),
    updatedAt: now,
  };
}

function switchCampaign(campaign: Campaign | null, open: boolean): Campaign | null {
  if (campaign === null) return open ? { id: newId('campaign'), version: 1, open } : null;
  if (campaign.open === open) return campaign;
  return open ? { ...campaign, open } : { ...campaign, open, version: campaign.version + 1 };
}

function launch(request: CaptureRequest, now: Date): CaptureRequest {
  if (request.deadlineAt && request.deadlineAt <= now) throw pastDeadline();
  return { ...request, status: 'active', launchedAt: now };
}

function closed(
  request: CaptureRequest,
  closedReason: ClosedReason,
  closedAt: Date,
  now: Date,
): CaptureRequest {
  return { ...request, status: 'closed', closedReason, closedAt, updatedAt: now };
}

function pastDeadline(): AppError {
  return invalidField('deadlineAt', 'out_of_range', 'deadlineAt must be in the future.');
}
