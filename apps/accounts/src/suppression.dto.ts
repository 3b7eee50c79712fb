import {
  EmailField,
  EnumField,
  NestedListField,
  StringField,
  TimestampField,
  type Page,
  type SuppressedAddress,
} from '@capture/contracts';

const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained'] as const;
export type SuppressionReason = SuppressedAddress['reason'];

export interface Suppression {
  organizationId: string;
  /** Lower case. */
  email: string;
  reason: SuppressionReason;
  createdAt: Date;
}

export class SuppressBody {
  @EmailField({ example: 'gone@example.com' }) email: string;
  @EnumField(SUPPRESSION_REASONS, { optional: true, default: 'unsubscribed' })
  reason: SuppressionReason = 'unsubscribed';
}

export class SuppressionResponse {
  @EmailField({ example: 'gone@example.com' }) email: string;
  @EnumField(SUPPRESSION_REASONS) reason: SuppressionReason;
  @TimestampField() createdAt: string;
}

export class SuppressionPageResponse implements Page<SuppressionResponse> {
  @NestedListField(() => SuppressionResponse) data: SuppressionResponse[];
  @StringField({ nullable: true, description: 'An e-mail address' }) nextCursor: string | null;
}

export function toSuppression({ email, reason, createdAt }: Suppression): SuppressionResponse {
  return { email, reason, createdAt: createdAt.toISOString() };
}
