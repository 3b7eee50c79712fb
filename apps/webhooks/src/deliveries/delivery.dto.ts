import {
  EnumField,
  IdField,
  IntField,
  NestedListField,
  NextCursorField,
  PageQuery,
  StringField,
  TimestampField,
} from '@capture/contracts';
import { ATTEMPTS_SHOWN, DELIVERY_STATUSES, type DeliveryStatus } from './delivery.model.js';
import type { AnsweredAttemptRow, AttemptRow, DeliveryRow } from './delivery.repository.js';

const STATUS_HELP =
  '`pending`: an attempt is due or under way; `held`: the endpoint was disabled, replay it; `failed`: the schedule ran out';

const ATTEMPTS_FIELD = {
  maxItems: ATTEMPTS_SHOWN,
  description: `The newest ${ATTEMPTS_SHOWN}, oldest first; \`attemptCount\` says how many were made`,
};

export class ListDeliveriesQueryDto extends PageQuery {
  @EnumField(DELIVERY_STATUSES, { optional: true, description: STATUS_HELP }) status?: DeliveryStatus;
}

export class ReplayDeliveriesDto {
  @TimestampField({ description: 'Deliveries made at or after', example: '2026-01-31T00:00:00.000Z' })
  from: string;
  @TimestampField({ description: 'and before', example: '2026-02-01T00:00:00.000Z' }) to: string;
  @EnumField(['succeeded', 'failed', 'held'], {
    optional: true,
    description: 'Only these; otherwise every finished or held one',
    example: 'held',
  })
  status?: 'succeeded' | 'failed' | 'held';
}

export class ReplayedDeliveriesDto {
  @IntField({
    description: 'Deliveries that are sent again; more than a few thousand are queued over the next minute',
    example: 12,
  })
  replayed: number;
}

export class DeliveryAttemptSummaryDto {
  @IntField({ min: 1, example: 1 }) attempt: number;
  @TimestampField({ example: '2026-01-31T12:00:00.000Z' }) at: string;
  @IntField({ nullable: true, description: 'HTTP status; null when no answer came', example: 500 }) status:
    number | null;
  @StringField({
    nullable: true,
    description:
      '`status`, `redirect`, `timeout`, `connection`, `tls`, `protocol`, `unresolved`, `forbidden_address` or `internal`; null on success',
    example: 'status',
  })
  error: string | null;
  @IntField({ example: 84 }) latencyMs: number;
}

export class DeliveryAttemptDto extends DeliveryAttemptSummaryDto {
  @StringField({
    nullable: true,
    min: 0,
    max: 16_384,
    description: 'First 16 KiB of the answer',
    example: 'oops',
  })
  responseBody: string | null;
}

class DeliveryFields {
  @IdField('delivery', { example: 'dlv_01k9z3m5q7e8r9tavbwcxdyezf' }) id: string;
  @IdField('webhookEndpoint', { example: 'whe_01k9z3m5q7e8r9tavbwcxdyezf' }) webhookEndpointId: string;
  @IdField('event', { example: 'evt_01k9z3m5q7e8r9tavbwcxdyezf' }) eventId: string;
  @StringField({ example: 'capture_request.closed' }) eventType: string;
  @EnumField(DELIVERY_STATUSES, { description: STATUS_HELP, example: 'succeeded' }) status: DeliveryStatus;
  @IntField({ example: 1 }) attemptCount: number;
  @TimestampField({
    nullable: true,
    description: 'Null while an attempt is under way and when none follows',
    example: null,
  })
  nextAttemptAt: string | null;
  @TimestampField({ example: '2026-01-31T12:00:00.000Z' }) createdAt: string;
  @TimestampField({ nullable: true, example: '2026-01-31T12:00:01.000Z' }) completedAt: string | null;
}

export class DeliverySummaryDto extends DeliveryFields {
  @NestedListField(() => DeliveryAttemptSummaryDto, ATTEMPTS_FIELD) attempts: DeliveryAttemptSummaryDto[];
}

export class DeliveryDto extends DeliveryFields {
  @NestedListField(() => DeliveryAttemptDto, ATTEMPTS_FIELD) attempts: DeliveryAttemptDto[];
}

export class DeliveryPageDto {
  @NestedListField(() => DeliverySummaryDto) data: DeliverySummaryDto[];
  @NextCursorField({ kind: 'delivery', example: null }) nextCursor: string | null;
}

export function toDelivery(row: DeliveryRow<AnsweredAttemptRow>): DeliveryDto {
  const attempts = row.attempts.map((attempt) => ({
    ...toAttempt(attempt),
    responseBody: attempt.responseBody,
  }));
  return { ...toFields(row), attempts };
}

/** As in lists: without the answers' bodies. */
export function toDeliverySummary(row: DeliveryRow): DeliverySummaryDto {
  return { ...toFields(row), attempts: row.attempts.map(toAttempt) };
}

function toFields(row: DeliveryRow): DeliveryFields {
  const { id, endpointId, eventId, eventType, attemptCount, createdAt, completedAt, queued } = row;
  return {
    id,
    webhookEndpointId: endpointId,
    eventId,
    eventType,
    status: row.status as DeliveryStatus,
    attemptCount,
    nextAttemptAt: queued && queued.leaseId === null ? queued.dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

function toAttempt({ attempt, at, status, error, latencyMs }: AttemptRow): DeliveryAttemptSummaryDto {
  return { attempt, at: at.toISOString(), status, error, latencyMs };
}
