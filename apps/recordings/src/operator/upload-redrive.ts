import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, notFound } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { ProcessingRepository } from '../landing/processing.repository.js';
import { ProcessingService } from '../landing/processing.service.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { StoreReconciler } from '../reconciliation/store-reconciler.js';
import { RenditionRepository } from '../renditions/rendition.repository.js';
import { PartRepository } from '../takes/part.repository.js';
import { isGone, isLive } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';
import { toOperatorUpload, type OperatorUploadDto } from './operator.dto.js';

/** Below the time limit of an operator's client. */
const WAIT_MS = 20_000;

/** Restarts an upload that does not go on by itself, for an operator. */
@Injectable()
export class UploadRedrive {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly rows: ProcessingRepository,
    private readonly processing: ProcessingService,
    private readonly reconciler: StoreReconciler,
    private readonly renditions: RenditionRepository,
    private readonly sessions: SessionRecordingService,
    private readonly audit: Audit,
  ) {}

  /** The upload as it is afterwards. @throws AppError `conflict` when it waits for its device, or was given up. */
  async redrive(uploadId: string): Promise<OperatorUploadDto> {
    const upload = await this.uploads.findById(uploadId);
    if (!upload) throw notFound('upload');
    await this.assertRedrivable(upload);
    await this.database.run(async () => {
      if (upload.state !== 'completed') {
        await this.rows.redrive(upload.id);
        await this.sessions.processTrack(upload);
      }
      this.audit.record(upload.organizationId, { action: 'upload.redriven', subject: upload.id });
    });
    if (upload.state === 'completed') {
      await this.reconciler.check(upload);
      await this.renditions.dropFailed(upload.id);
    } else await Promise.race([this.attempt(upload), pause(WAIT_MS, undefined, { ref: false })]);
    return toOperatorUpload((await this.uploads.findById(uploadId)) ?? upload);
  }

  private async attempt({ organizationId, id: uploadId }: UploadRow): Promise<void> {
    // The answer is the row, which says how it failed.
    await this.processing.attempt({ organizationId, uploadId }).catch(() => undefined);
  }

  private async assertRedrivable({ id, state }: UploadRow): Promise<void> {
    if (isLive(state)) {
      const { length } = await this.parts.stored(id);
      throw new AppError(
        'conflict',
        `The upload is ${state} with ${length} parts stored; it goes on when its link is opened on the device again.`,
      );
    }
    if (isGone(state))
      throw new AppError('conflict', `The upload is ${state}; its bytes are gone or about to go.`);
  }
}
