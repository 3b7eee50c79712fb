import { Injectable } from '@nestjs/common';
import { AppError, newId, type PartClaims, type PartGrantsDto } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { assertCollecting } from './capture-request.model.js';
import { CaptureRequestRepository } from './capture-request.repository.js';
import { CaptureRequestsConfig } from './config.js';
import { Disposals } from './disposal.jobs.js';
import type { LinkKind } from './link.model.js';
import { RespondService } from './respond.service.js';
import { SubmissionRepository } from './submission.repository.js';
import type { OpenedTakeDto, OpenTake, TakeDto } from './take.dto.js';
import {
  assertMayOpen,
  linkExpired,
  nameOf,
  openTakeCapReached,
  personOf,
  refusalError,
  submissionCapReached,
  uploadIdOf,
  wordingShown,
  type Respondent,
  type Take,
} from './take.model.js';
import { TakeRepository, type DroppedTake } from './take.repository.js';

@Injectable()
export class TakeService {
  constructor(
    private readonly db: Database,
    private readonly respondents: RespondService,
    private readonly requests: CaptureRequestRepository,
    private readonly takes: TakeRepository,
    private readonly submissions: SubmissionRepository,
    private readonly disposals: Disposals,
    private readonly commands: Commands,
    private readonly config: CaptureRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /** Idempotent by `clientTakeId`: opening again gives the take that is there. */
  async open(kind: LinkKind, id: string, key: string, body: OpenTake): Promise<OpenedTakeDto> {
    const respondent = await this.respondents.resolve(kind, id, key);
    const { take, fresh } = await this.db.run(() => this.findOrInsert(respondent, body));
    try {
      return { takeId: take.id, partSize: take.partSize ?? (await this.openUpload(take)) };
    } catch (error) {
      // Nobody knows this take yet: it must not count as one of the person's unfinished ones.
      if (fresh) await this.takes.deleteUnopened(take.id);
      throw error;
    }
  }

  async get(takeId: string, key: string): Promise<TakeDto> {
    const { take, respondent } = await this.respondents.ofTake(takeId, key);
    if (take.state !== 'submitted') assertCollecting(respondent.request, respondent.paused, this.clock.now());
    const { organizationId, submissionId, state } = take;
    const upload = await this.commands.send('recordings.upload_state', {
      organizationId,
      uploadId: uploadIdOf(take),
    });
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
    return {
      data: await this.commands.send('recordings.grant_parts', {
        organizationId,
        uploadId: uploadIdOf(take),
        parts: claims,
      }),
    };
  }

  /** The upload goes first: if that fails the take is still there to be abandoned again. */
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

  /** Ends the takes of a request or a contact that the running transaction removes. */
  async drop(owner: { captureRequestId: string } | { contactId: string }): Promise<void> {
    await this.abort(await this.takes.drop(owner));
  }

  /** Removes takes that can no longer be resumed; answers how many. */
  dropExpired(limit: number): Promise<number> {
    return this.db.run(async () => {
      const now = this.clock.now().getTime();
      const lifetimeMs = this.config.CAPTURE_TAKE_LIFETIME_DAYS * 86_400_000;
      // Of a closed request they stay for a day, so that a page that comes back hears why.
      const dropped = await this.takes.dropExpired(
        new Date(now - lifetimeMs),
        new Date(now - 86_400_000),
        limit,
      );
      await this.abort(dropped);
      return dropped.length;
    });
  }

  private async abort(takes: DroppedTake[]): Promise<void> {
    const open = takes.filter(({ state }) => state === 'open');
    await this.disposals.add(
      open.map((take) => ({
        targetId: uploadIdOf(take),
        organizationId: take.organizationId,
        reason: 'aborted',
      })),
    );
  }

  /** Under the request's lock: caps hold exactly, and a twin of this call finds the take. */
  private async findOrInsert(
    respondent: Respondent,
    body: OpenTake,
  ): Promise<{ take: Take; fresh: boolean }> {
    const { organizationId, id } = respondent.request;
    const request = await this.requests.lock(organizationId, id);
    if (!request) throw linkExpired();
    const takeId = newId('take');
    const person = personOf(respondent, body, takeId);
    const known =
      body.clientTakeId === undefined ? undefined : await this.takes.findByClient(person, body.clientTakeId);
    if (known?.state === 'submitted') return { take: known, fresh: false };
    const now = this.clock.now();
    const current = { ...respondent, request };
    assertMayOpen(current, body, { maxSizeBytes: this.config.CAPTURE_MAX_TAKE_BYTES }, now);
    if (known) return { take: await this.underLink(known, respondent.linkVersion), fresh: false };
    const previousSubmissionId = (await this.submissions.live(request.id, person))?.id ?? null;
    await this.assertRoom(current, person, previousSubmissionId !== null);
    const take = newTake(current, body, { id: takeId, person, previousSubmissionId, openedAt: now });
    await this.takes.insert(take);
    return { take, fresh: true };
  }

  /** Who opens a take again by another link of the same person goes on under that link. */
  private async underLink(take: Take, linkVersion: number): Promise<Take> {
    if (take.linkVersion !== linkVersion) await this.takes.setLinkVersion(take.id, linkVersion);
    return { ...take, linkVersion };
  }

  /** @throws AppError open_take_cap or submission_cap. */
  private async assertRoom(
    { kind, id, linkVersion, request, submissionCap }: Respondent,
    person: string,
    replaces: boolean,
  ): Promise<void> {
    const perPerson = this.config.CAPTURE_OPEN_TAKES_PER_PERSON;
    if ((await this.takes.countUnfinished(person, linkVersion)) >= perPerson)
      throw openTakeCapReached(perPerson);
    if (!replaces && request.submissionCount >= submissionCap) throw submissionCapReached();
    if (kind === 'contact') return;
    const open = await this.takes.countUnfinishedOfCampaign(request.id, id, linkVersion);
    if (open >= this.config.CAPTURE_OPEN_TAKES_PER_CAMPAIGN) throw submissionCapReached();
  }

  private async openUpload(take: Take): Promise<number> {
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
    });
    await this.takes.setPartSize(take.id, partSize);
    return partSize;
  }
}

type Opened = Pick<Take, 'id' | 'person' | 'previousSubmissionId' | 'openedAt'>;

function newTake(respondent: Respondent, body: OpenTake, opened: Opened): Take {
  const { kind, id, linkVersion, request } = respondent;
  return {
    ...opened,
    organizationId: request.organizationId,
    captureRequestId: request.id,
    contactId: kind === 'contact' ? id : null,
    campaignId: kind === 'campaign' ? id : null,
    linkVersion,
    clientTakeId: body.clientTakeId ?? null,
    displayName: nameOf(respondent, body),
    durationSec: body.durationSec,
    sizeBytes: body.sizeBytes,
    contentType: body.contentType,
    sha256: body.sha256 ?? null,
    releaseAccepted: body.releaseAccepted,
    releaseNumber: wordingShown(request.release, body.releaseVersion),
    manifest: JSON.stringify(body.manifest),
    partSize: null,
    state: 'open',
    submissionId: null,
    acceptedAt: null,
    ipAddress: null,
    consentNumber: null,
    digests: null,
    attempts: 0,
    refusal: null,
  };
}
