import { IdField, ManifestField, UploadDigests } from '@capture/contracts';

export class CompleteTakeDto extends UploadDigests {
  @ManifestField({
    optional: true,
    description: 'Instead of the one given on opening, within the same bounds',
  })
  manifest?: Record<string, unknown>;
}

export class CompletedTakeDto {
  @IdField('submission') submissionId: string;
}
