/**
 * What pages of members are told of besides events: it happens too often, or concerns too few, to be a fact that is kept (ADR 61). A notice
 * may get lost or come late, so its listeners also ask again from time to time.
 */
export interface ChangeNotice {
  organizationId: string;
  type: ChangeNoticeType;
  /** By the names that events have for them. */
  ids: Record<string, string>;
}

/** A recording in a room begins or ends; a delivery is queued or attempted; a step of an erasure is done. */
export type ChangeNoticeType = 'session.take_changed' | 'webhook_delivery.changed' | 'erasure.changed';

/** The topic of the bus on which they are told. */
export const CHANGE_NOTICES = 'change_notices';
