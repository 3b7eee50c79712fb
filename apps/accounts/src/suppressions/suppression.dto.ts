import {
  EmailField,
  EnumField,
  NestedListField,
  StringField,
  TimestampField,
  type Page,
} from '@capture/contracts';
import type { Suppression, SuppressionReason } from './suppression.model.js';

const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained'] as const;

export class SuppressAddressDto {
  @EmailField({ example: 'gone@example.com' }) email: string;
  @EnumField(SUPPRESSION_REASONS, { optional: true, default: 'unsubscribed' })
  reason: SuppressionReason = 'unsubscribed';
}

export class SuppressionDto {
  @EmailField({ example: 'gone@example.com' }) email: string;
  @EnumField(SUPPRESSION_REASONS) reason: SuppressionReason;
  @TimestampField() createdAt: string;
}

export class SuppressionPageDto implements Page<SuppressionDto> {
  @NestedListField(() => SuppressionDto) data: SuppressionDto[];
  @StringField({ nullable: true, description: 'An e-mail address' }) nextCursor: string | null;
}

export function toSuppression({ email, reason, createdAt }: Suppression): SuppressionDto {
  return { email, reason, createdAt: createdAt.toISOString() };
}
