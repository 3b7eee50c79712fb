import type { SuppressionReason } from '@capture/contracts';

export interface Suppression {
  organizationId: string;
  /** Lower case. */
  email: string;
  reason: SuppressionReason;
  createdAt: Date;
}
