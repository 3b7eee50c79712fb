import { Injectable } from '@nestjs/common';
import { AppError, newId, type PartClaims, type PartGrantsDto } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import { linkExpired, type LinkKind } from '../links/link.model.js';
import { assertCollecting } from '../requests/capture-request.model.js';
import { CaptureRequestRepository } from '../requests/capture-request.repository.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import { TakeDisposalService } from '../takes/take-disposal.service.js';
import { uploadIdOf, type Take } from '../takes/take.model.js';
import { TakeRepository } from '../takes/take.repository.js';
import {
  addressCapReached,
  assertMayOpen,
  assertSameRecording,
  newTake,
  openedFromOf,
  openTakeCapReached,
  personOf,
  statedBy,
  type TakeLimits,
} from './opening.model.js';
import { refusalError, submissionCapReached } from './refusal.js';
import type { Respondent } from './respondent.model.js';
import { RespondentService } from './respondent.service.js';
import type { OpenedTakeDto, OpenTakeDto, TakeDto } from './take.dto.js';

@Injectable()
export class TakeService {
  constructor(
    private readonly database: Database,
    private readonly respondents: RespondentService,
    private readonly requests: CaptureRequestRepository,
    private readonly takes: TakeRepository,
    private readonly takeDisposal: TakeDisposalService,
    private readonly submissions: SubmissionRepository,
    private readonly commands: Commands,
    private readonly config: CaptureRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent by `clientTakeId`: opening again answers the existing take. The name and the release are those of the last
   * call, since days may lie between the two, and the person is asked each time.
   */
  async open(
    kind: LinkKind,
    id: string,
    { key, ip }: { key: string; ip: string },
    body: OpenTakeDto,
  ): Promise<OpenedTakeDto> {
    const respondent = await this.respondents.resolve(kind, id, key);
    const openedFrom = openedFromOf(respondent, ip);
    const take = await this.database.run(() => this.findOrInsert(respondent, openedFrom, body));
    try {
      return { takeId: take.id, partSize: await this.partSize(take, body.partSizeHint) };
    } catch (error) {
      await this.handleOpenFailure(take, error);
      throw error;
    }
  }

  /**
   * The caller never learns of a take that was refused, so it must not count as one of the person's unfinished ones. Any
   * other failure may be a lost answer: the upload may be open. The take stays for a repeat of the call, which opens
   * the same upload. Where no `clientTakeId` lets a repeat find it, its upload is given up.
   */
  private async handleOpenFailure(take: Take, error: unknown): Promise<void> {
    if (error instanceof AppError && error.status < 500) await this.takes.deleteUnopened(take.id);
    else if (take.clientTakeId === null) {
      await this.database.run(() =>
        this.takeDisposal.refuse(take, 'superseded', { uploadId: uploadIdOf(take) }),
      );
    }
  }

  async get(takeId: string, key: string): Promise<TakeDto> {
    const { take, respondent } = await this.respondents.ofTake(takeId, key);
    if (take.state !== 'submitted') assertCollecting(respondent.request, respondent.paused, this.clock.now());
    const { organizationId, submissionId, state } = take;
    // Recordings may have forgotten its upload.
    if (state === 'refused') return refusedTake(take, this.config.CAPTURE_PART_SIZE_BYTES);
    const upload = await this.commands.send('recordings.upload_state', {
      organizationId,
      uploadId: uploadIdOf(take),
    });
    await this.noteParts(take, upload.storedParts.length > 0);
    return {
      takeId: take.id,
      partSize: upload.partSize,
      state,
      storedParts: upload.storedParts,
      submissionId: state === 'submitted' ? submissionId : null,
    };
  }

  async grant(takeId: string, key: string, { parts }: PartClaims): Promise<PartGrantsDto> {
    const { take, respondent } = await this.respondents.ofTake(takeId, key);
    if (take.state === 'submitted') return { data: parts.map(({ number }) => ({ number, stored: true })) };
    if (take.state === 'refused') throw refusalError(take.refusal ?? 'link_expired');
    assertCollecting(respondent.request, respondent.paused, this.clock.now());
    const { organizationId } = take;
    const claims = parts.map(({ number, size, sha256 }) => ({ number, size, sha256 }));
    const data = await this.commands.send('recordings.grant_parts', {
      organizationId,
      uploadId: uploadIdOf(take),
      parts: claims,
    });
    await this.noteParts(
      take,
      data.some((part) => 'stored' in part),
    );
    return { data };
  }

  /** Recordings stores parts without telling, so what it answers on the way is how a take is known to have one. */
  private async noteParts(take: Take, stored: boolean): Promise<void> {
    if (take.emptySince === null) return;
    if (stored) return this.takes.markStored(take.id);
    // A device asks with every part: a tenth of the lifetime is exact enough.
    const now = this.clock.now();
    const unnotedMs = now.getTime() - take.emptySince.getTime();
    if (unnotedMs * 10 >= this.config.CAPTURE_EMPTY_TAKE_LIFETIME_SEC * 1000)
      await this.takes.markAwaited(take.id, now);
  }

  /** Aborts the upload first: if that fails, the take still exists and can be abandoned again. */
  async abandon(takeId: string, key: string): Promise<void> {
    const { take } = await this.respondents.ofTake(takeId, key);
    if (take.state === 'submitted' || take.state === 'completing') {
      throw new AppError('conflict', 'This take is submitted, or about to be; record again to replace it.');
    }
    const { organizationId } = take;
    if (take.state === 'open')
      await this.commands.send('recordings.abort_upload', { organizationId, uploadId: uploadIdOf(take) });
    await this.takes.deleteUnsubmitted(take.id);
  }

  /** Holds the request's lock, so that caps are exact and a concurrent repeat of the call finds the take. */
  private async findOrInsert(
    respondent: Respondent,
    openedFrom: string | null,
    body: OpenTakeDto,
  ): Promise<Take> {
    const { organizationId, id } = respondent.request;
    const request = await this.requests.lock(organizationId, id);
    if (!request) throw linkExpired();
    const takeId = newId('take');
    const person = personOf(respondent, body, takeId, openedFrom);
    const known =
      body.clientTakeId === undefined ? undefined : await this.takes.findByClient(person, body.clientTakeId);
    if (known) assertSameRecording(known, body);
    if (known?.state === 'submitted') return known;
    const now = this.clock.now();
    const current = { ...respondent, request };
    assertMayOpen(current, body, this.limits, now);
    if (known && known.refusal !== 'link_expired') {
      await this.takes.markAwaited(known.id, now);
      await this.takes.restate(known.id, statedBy(current, body));
      return this.moveToLink(known, respondent.linkVersion);
    }
    // The link works, so it was rotated while that take landed, or its upload is gone, or no part of it ever came. The device
    // still has the recording.
    if (known) await this.takes.deleteUnsubmitted(known.id);
    const live = (await this.submissions.findLive(request.id, person))?.id ?? null;
    await this.assertBelowCaps(current, { person, openedFrom }, live !== null);
    // It was made when the known one was opened, and must not replace what has landed since.
    const previousSubmissionId = known ? known.previousSubmissionId : live;
    const opened = { id: takeId, person, previousSubmissionId, openedAt: now, openedFrom };
    const take = newTake(current, body, opened);
    await this.takes.insert(take);
    return take;
  }

  private get limits(): TakeLimits {
    const { CAPTURE_MAX_TAKE_BYTES: maxSizeBytes, CAPTURE_MAX_TAKE_BITS_PER_SEC: maxBitsPerSec } =
      this.config;
    return { maxSizeBytes, maxBitsPerSec };
  }

  /** A take that is opened again by another link of the same person continues under that link. */
  private async moveToLink(take: Take, linkVersion: number): Promise<Take> {
    if (take.linkVersion !== linkVersion) await this.takes.setLinkVersion(take.id, linkVersion);
    return { ...take, linkVersion };
  }

  /** @throws AppError open_take_cap or submission_cap. */
  private async assertBelowCaps(
    { kind, id, linkVersion, request, submissionCap }: Respondent,
    { person, openedFrom }: Pick<Take, 'person' | 'openedFrom'>,
    replaces: boolean,
  ): Promise<void> {
    const perPerson = this.config.CAPTURE_OPEN_TAKES_PER_PERSON;
    if ((await this.takes.countUnfinished(person, linkVersion)) >= perPerson)
      throw openTakeCapReached(perPerson);
    if (!replaces && request.submissionCount >= submissionCap) throw submissionCapReached();
    if (kind === 'contact' || openedFrom === null) return;
    const campaign = { captureRequestId: request.id, campaignId: id, linkVersion };
    const perAddress = this.config.CAPTURE_OPEN_TAKES_PER_ADDRESS;
    if ((await this.takes.countUnfinishedFrom(openedFrom, campaign)) >= perAddress)
      throw addressCapReached(perAddress);
    const open = await this.takes.countUnfinishedOfCampaign(campaign);
    if (open >= this.config.CAPTURE_OPEN_TAKES_PER_CAMPAIGN) throw submissionCapReached();
  }

  /** Opens the upload, or opens it again where another part size is wanted: it is heeded as long as no part is stored. */
  private async partSize(take: Take, hint: number | undefined): Promise<number> {
    const isSettled = take.state !== 'open' || hint === undefined || hint === take.partSize;
    if (take.partSize !== null && isSettled) return take.partSize;
    const { partSize } = await this.commands.send('recordings.open_upload', {
      organizationId: take.organizationId,
      uploadId: uploadIdOf(take),
      kind: take.contentType.startsWith('audio/') ? 'microphone' : 'camera',
      contentType: take.contentType,
      sizeBytes: take.sizeBytes,
      captureRequestId: take.captureRequestId,
      sessionId: null,
      participantId: null,
      isGuest: true,
      ...(hint === undefined ? {} : { partSizeHint: hint }),
    });
    if (partSize !== take.partSize) await this.takes.setPartSize(take.id, partSize);
    return partSize;
  }
}

/** Nothing of it is kept, and its parts are refused by name. */
function refusedTake({ id, partSize, state }: Take, defaultPartSize: number): TakeDto {
  return { takeId: id, partSize: partSize ?? defaultPartSize, state, storedParts: [], submissionId: null };
}
