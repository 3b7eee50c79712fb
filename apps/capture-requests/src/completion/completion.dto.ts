import { IdField, ObjectField, UploadDigests } from '@capture/contracts';
import { MANIFEST } from '../respond/take.dto.js';

export class CompleteTakeDto extends UploadDigests {
  @ObjectField({ ...MANIFEST, optional: true, description: 'Replaces the one given on opening' })
  manifest?: Record<string, unknown>;
}

export class CompletedTakeDto {
  @IdField('submission') submissionId: string;
}
