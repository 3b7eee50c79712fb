import { IdField, ObjectField, UploadDigests } from '@capture/contracts';
import { MANIFEST } from '../respond/take.dto.js';

export class CompleteTakeDto extends UploadDigests {
  @ObjectField({
    ...MANIFEST,
    optional: true,
    description: 'Instead of the one given on opening, within the same bounds',
  })
  manifest?: Record<string, unknown>;
}

export class CompletedTakeDto {
  @IdField('submission') submissionId: string;
}
