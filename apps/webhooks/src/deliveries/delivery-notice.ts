import type { ChangeNotice } from '@capture/contracts';

/** That deliveries to an endpoint were queued or attempted, for who manages it. */
export function noticeOf(organizationId: string, endpointId: string): ChangeNotice {
  return { organizationId, type: 'webhook_delivery.changed', ids: { endpointId } };
}
