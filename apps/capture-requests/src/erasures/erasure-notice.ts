import type { ChangeNotice } from '@capture/contracts';

/** That an erasure has come further, for who may see them. */
export function noticeOf(organizationId: string, erasureId: string): ChangeNotice {
  return { organizationId, type: 'erasure.changed', ids: { erasureId } };
}
