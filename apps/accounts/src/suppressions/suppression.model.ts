import type { SuppressedAddress } from '@capture/contracts';

export type SuppressionReason = SuppressedAddress['reason'];

export interface Suppression {
  organizationId: string;
  /** Lower case. */
  email: string;
  reason: SuppressionReason;
  createdAt: Date;
}
