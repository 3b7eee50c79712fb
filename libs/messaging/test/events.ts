import { createEvent, newId, Ping, type EventEnvelope } from '@capture/contracts';

/** A valid event of no consequence. */
export function anEvent(organizationId: string = newId('organization')): EventEnvelope {
  return createEvent(Ping, organizationId, { webhookEndpointId: newId('webhookEndpoint') });
}
