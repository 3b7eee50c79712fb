import { EnumField, IdField } from '../fields/values.js';
import { EventType } from './event.js';

@EventType('webhook_endpoint.disabled', {
  description: 'An endpoint failed for days, or answered 410, and was disabled.',
})
export class WebhookEndpointDisabled {
  @IdField('webhookEndpoint') webhookEndpointId: string;
  @EnumField(['gone', 'failing', 'failing_warning']) reason: 'gone' | 'failing' | 'failing_warning';
}

@EventType('ping', { description: 'A test delivery, sent on request.' })
export class Ping {
  @IdField('webhookEndpoint') webhookEndpointId: string;
}
