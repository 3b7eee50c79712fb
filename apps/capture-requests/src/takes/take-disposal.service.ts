import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import { DisposalService } from '../disposals/disposal.service.js';
import { TakeExpiryRepository } from './take-expiry.repository.js';
import { uploadIdOf, type Refusal, type Take } from './take.model.js';
import { TakeRepository, type DeletedTake, type TakeOwner } from './take.repository.js';

/** Ends takes that will never become submissions and records the disposal of their footage. */
@Injectable()
export class TakeDisposalService {
  constructor(
    private readonly database: Database,
    private readonly takes: TakeRepository,
    private readonly expiry: TakeExpiryRepository,
    private readonly disposals: DisposalService,
    private readonly commands: Commands,
    private readonly config: CaptureRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Must run in the transaction that removes the request or contact. What recordings makes of a take that is completing goes
   * as well, whether it is made before or after.
   */
  async removeOf(owner: TakeOwner): Promise<void> {
    await this.abortUploads(await this.takes.deleteOf(owner));
  }

  /** Removes takes that can no longer be resumed; answers how many. */
  removeExpired(limit: number): Promise<number> {
    return this.database.run(async () => {
      const openedBefore = this.clock.daysAgo(this.config.CAPTURE_TAKE_LIFETIME_DAYS);
      // Takes of a closed request stay for a day, so that a respondent who returns is told why.
      const closedBefore = this.clock.daysAgo(1);
      const expired = await this.expiry.deleteExpired(openedBefore, closedBefore, limit);
      await this.abortUploads(expired);
      return expired.length;
    });
  }

  /**
   * Gives up takes for which no part has been stored for minutes. Recordings is asked first: it alone knows what is stored.
   * Nothing recorded is lost, since the device keeps its bytes and opens a new take under the same `clientTakeId`. That one
   * must not replace what its person has sent since, so it is remembered what the first one would have replaced.
   * @returns how many takes were looked at
   */
  async removeEmpty(limit: number): Promise<number> {
    const lifetimeMs = this.config.CAPTURE_EMPTY_TAKE_LIFETIME_SEC * 1000;
    const empty = await this.expiry.findEmpty(new Date(this.clock.now().getTime() - lifetimeMs), limit);
    for (const take of empty) {
      if (await this.hasParts(take)) await this.takes.markStored(take.id);
      else
        await this.database.run(async () => {
          const mayComeBack = take.clientTakeId !== null;
          const isGone = await (mayComeBack ? this.expiry.refuseEmpty(take) : this.expiry.deleteEmpty(take));
          if (isGone) await this.abortUploads([take]);
        });
    }
    return empty.length;
  }

  private async hasParts(take: Take): Promise<boolean> {
    const { organizationId } = take;
    try {
      const upload = { organizationId, uploadId: uploadIdOf(take) };
      return (await this.commands.send('recordings.upload_state', upload)).storedParts.length > 0;
    } catch (error) {
      // The upload was never opened.
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    }
  }

  /** Must run in a transaction. `footage` is the recording if the upload has completed, else the upload. */
  async refuse(
    take: Take,
    refusal: Refusal,
    footage: { recordingId: string } | { uploadId: string },
  ): Promise<void> {
    const { organizationId } = take;
    if (!(await this.takes.refuse(take, refusal))) return;
    await this.disposals.add([
      'recordingId' in footage
        ? { targetId: footage.recordingId, organizationId, reason: 'discarded' }
        : { targetId: footage.uploadId, organizationId, reason: 'aborted' },
    ]);
  }

  private async abortUploads(takes: DeletedTake[]): Promise<void> {
    const unfinished = takes.filter(({ state }) => state === 'open' || state === 'completing');
    await this.disposals.add(
      unfinished.map((take) => ({
        targetId: uploadIdOf(take),
        organizationId: take.organizationId,
        reason: 'aborted',
      })),
    );
  }
}
