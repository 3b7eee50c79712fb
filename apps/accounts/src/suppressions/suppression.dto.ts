import {
  EmailField,
  EnumField,
  NestedListField,
  NextCursorField,
  SUPPRESSION_REASONS,
  TimestampField,
  type Page,
  type SuppressionReason,
} from '@capture/contracts';
import type { Suppression } from './suppression.model.js';

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
  @NextCursorField({ description: 'An e-mail address' }) nextCursor: string | null;
}

export function toSuppression({ email, reason, createdAt }: Suppression): SuppressionDto {
  return { email, reason, createdAt: createdAt.toISOString() };
}
