import { BooleanField, EnumField, IntField, NestedListField, TimestampField } from '@capture/contracts';
import type { CountedBy } from './delivery-counts.model.js';

const COUNTED_BY = ['hour', 'day'] as const satisfies CountedBy[];

export class CountDeliveriesQueryDto {
  @EnumField(COUNTED_BY, {
    optional: true,
    default: 'hour',
    description: '`hour`: the last 24, `day`: the last 30; the one that is under way is the last',
  })
  by: CountedBy = 'hour';
}

export class DeliveryCountDto {
  @TimestampField({ description: 'Start of the hour or day (UTC)', example: '2026-01-31T12:00:00.000Z' })
  start: string;
  @IntField({ description: 'Deliveries made in it, by what has become of them until now', example: 240 })
  succeeded: number;
  @IntField({ example: 2 }) failed: number;
  @IntField({ example: 1 }) pending: number;
  @IntField({ example: 0 }) held: number;
  @IntField({
    nullable: true,
    description:
      'Time that half of the attempts took at most, in milliseconds, of its newest 100 deliveries; null without an attempt',
    example: 84,
  })
  latencyP50Ms: number | null;
  @IntField({ nullable: true, description: 'The same of 95 of 100 attempts', example: 312 })
  latencyP95Ms: number | null;
}

export class DeliveryCountsDto {
  @BooleanField({
    description: 'False when there were more than are counted: then the newest 200,000 are',
    example: true,
  })
  complete: boolean;
  @NestedListField(() => DeliveryCountDto) series: DeliveryCountDto[];
}
