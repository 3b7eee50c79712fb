import { Injectable } from '@nestjs/common';
import { AppError, RawJson, readPage, type Page } from '@capture/contracts';
import { DeletionRepository } from '../deletion/deletion.repository.js';
import { StoreOwnership } from '../reconciliation/store-ownership.js';
import { StoreReconciler, type Reconciliation } from '../reconciliation/store-reconciler.js';
import { UploadRepository } from '../takes/upload.repository.js';
import { toOperatorUpload, type ListUploadsQueryDto, type OperatorUploadDto } from './operator.dto.js';

/** Reads uploads and receipts for operators, and starts a reconciliation. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly uploadRows: UploadRepository,
    private readonly deletions: DeletionRepository,
    private readonly reconciler: StoreReconciler,
    private readonly ownership: StoreOwnership,
  ) {}

  uploads(query: ListUploadsQueryDto): Promise<Page<OperatorUploadDto>> {
    const rows = {
      has: async (cursor: string) => (await this.uploadRows.findById(cursor)) !== undefined,
      after: (cursor: string | undefined, take: number) => this.uploadRows.page(query.state, cursor, take),
    };
    return readPage(query, rows, toOperatorUpload);
  }

  /** @throws AppError `conflict` when the store is not this database's. */
  async reconcile(): Promise<Reconciliation> {
    const result = await this.reconciler.run();
    if (result.refused !== undefined) throw new AppError('conflict', result.refused);
    return result;
  }

  adoptStore(): Promise<void> {
    return this.ownership.adopt();
  }

  async receipt(recordingId: string): Promise<RawJson> {
    const receipt = await this.deletions.receipt(recordingId);
    if (receipt === undefined) throw new AppError('not_found', 'No deletion of this recording is on record.');
    return new RawJson(receipt);
  }
}
