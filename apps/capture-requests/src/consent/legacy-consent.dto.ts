import { IdField, StringField, TimestampField } from '@capture/contracts';

/** A consent that was given before consents were recorded. Its text is the request's current wording. */
export class ImportLegacyConsentDto {
  @IdField('organization') organizationId: string;
  @IdField('captureRequest') captureRequestId: string;
  @IdField('submission') submissionId: string;
  @TimestampField({ description: 'When it was given' }) acceptedAt: string;
  @StringField({ min: 2, max: 45, description: 'Address it was given from', example: '203.0.113.9' })
  ipAddress: string;
  @StringField({
    optional: true,
    min: 1,
    max: 200,
    description: "Who gave it; the submission's display name without it",
  })
  subjectName?: string;
}
