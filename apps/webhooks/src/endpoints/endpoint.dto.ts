import {
  EnumField,
  eventDefinitions,
  IdField,
  IntField,
  NestedListField,
  NextCursorField,
  StringField,
  StringListField,
  TimestampField,
} from '@capture/contracts';
import {
  DISABLED_REASONS,
  ENDPOINT_MODES,
  ENDPOINT_STATUSES,
  type DisabledReason,
  type EndpointMode,
  type EndpointStatus,
} from './endpoint.model.js';
import type { EndpointRow } from './endpoint.repository.js';

/** Event types that an endpoint can subscribe to; a `ping` needs no subscription. */
export function subscribableTypes(): string[] {
  return eventDefinitions()
    .filter((definition) => definition.audience === 'public' && definition.type !== 'ping')
    .map((definition) => definition.type);
}

const URL_FIELD = {
  max: 2048,
  description: 'Where events are sent: https, on port 443 or 8443',
  example: 'https://example.com/webhooks',
};
const EVENTS_FIELD = {
  minItems: 1,
  values: ['*', ...subscribableTypes()],
  description: 'Event types to send; `*` is every one, later ones included',
  example: ['capture_request.submission_received'],
};
const DESCRIPTION_FIELD = { max: 500, description: 'For people', example: 'Production' };

export class CreateWebhookEndpointDto {
  @StringField(URL_FIELD) url: string;
  @StringListField({ ...EVENTS_FIELD, optional: true, default: ['*'] }) events: string[] = ['*'];
  @StringField({ ...DESCRIPTION_FIELD, optional: true, nullable: true, min: 0 }) description?: string | null;
}

export class UpdateWebhookEndpointDto {
  @StringField({ ...URL_FIELD, optional: true }) url?: string;
  @StringListField({ ...EVENTS_FIELD, optional: true }) events?: string[];
  @StringField({ ...DESCRIPTION_FIELD, optional: true, nullable: true, min: 0 }) description?: string | null;
  @EnumField(ENDPOINT_STATUSES, {
    optional: true,
    description: 'Enabling does not send what was held: replay it',
  })
  status?: EndpointStatus;
}

export class RotateSecretDto {
  @IntField({
    optional: true,
    default: 86_400,
    max: 604_800,
    description: 'Seconds for which the old secret signs too',
  })
  overlapSec: number = 86_400;
}

export class WebhookEndpointDto {
  @IdField('webhookEndpoint', { example: 'whe_01k9z3m5q7e8r9tavbwcxdyezf' }) id: string;
  @StringField(URL_FIELD) url: string;
  @StringListField(EVENTS_FIELD) events: string[];
  @StringField({ ...DESCRIPTION_FIELD, nullable: true, min: 0 }) description: string | null;
  @EnumField(ENDPOINT_MODES, {
    description: '`test`: made with a test key; gets simulated events only, never live ones',
    example: 'live',
  })
  mode: EndpointMode;
  @EnumField(ENDPOINT_STATUSES, { example: 'enabled' }) status: EndpointStatus;
  @EnumField(DISABLED_REASONS, {
    nullable: true,
    description: '`manual`, `gone` (answered 410) or `failing` (no success for five days)',
    example: null,
  })
  disabledReason: DisabledReason | null;
  @TimestampField({ example: '2026-01-31T12:00:00.000Z' }) createdAt: string;
}

export class WebhookEndpointWithSecretDto extends WebhookEndpointDto {
  @StringField({
    description: 'Signing secret; shown only here',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  })
  secret: string;
}

export class RotatedWebhookEndpointDto extends WebhookEndpointWithSecretDto {
  @TimestampField({
    description: 'Until then attempts carry a signature by the old secret too',
    example: '2026-02-01T12:00:00.000Z',
  })
  previousSecretExpiresAt: string;
}

export class WebhookEndpointPageDto {
  @NestedListField(() => WebhookEndpointDto) data: WebhookEndpointDto[];
  @NextCursorField({ kind: 'webhookEndpoint', example: null }) nextCursor: string | null;
}

export function toEndpoint(row: EndpointRow): WebhookEndpointDto {
  const { id, url, events, description, mode, status, disabledReason, createdAt } = row;
  return { id, url, events, description, mode, status, disabledReason, createdAt: createdAt.toISOString() };
}
