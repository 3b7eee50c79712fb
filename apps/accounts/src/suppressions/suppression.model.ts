import type { SuppressionReason } from '@capture/contracts';

export interface Suppression {
  organizationId: string;
  /** In its one form (`addressForm`). */
  email: string;
  reason: SuppressionReason;
  createdAt: Date;
}
