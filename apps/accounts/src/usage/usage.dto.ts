import { EnumField, IntField, NestedField, NestedListField, TimestampField } from '@capture/contracts';
import { MOST_POINTS, type Granularity, type Period, type UsageBucket } from './usage.model.js';

export class GetUsageQueryDto {
  @TimestampField({
    optional: true,
    description: 'Start, inclusive; the start of the month of `to` without it',
  })
  from?: string;

  @TimestampField({ optional: true, description: 'End, exclusive; now without it' }) to?: string;
  @EnumField(['day', 'month'], { optional: true, default: 'day' }) granularity: Granularity = 'day';
}

export class UsagePeriodDto {
  @TimestampField() from: string;
  @TimestampField() to: string;
}

export class UsageAllowanceDto {
  @EnumField(['second']) unit: 'second';
  @IntField({ example: 360_000 }) included: number;
  @IntField({ description: 'Collected this calendar month (UTC)', example: 5_400 }) used: number;
  @IntField({ example: 354_600 }) remaining: number;
  @TimestampField({ description: 'When the count starts again' }) resetsAt: string;
}

export class UsagePointDto {
  @TimestampField({ description: 'Start of the day or month (UTC)' }) start: string;
  @IntField() captureRequestSec: number;
  @IntField() sessionSec: number;
}

export class UsageDto {
  @NestedField(() => UsagePeriodDto) period: UsagePeriodDto;
  @NestedField(() => UsageAllowanceDto, { description: 'Of the current month, whatever the period' })
  allowance: UsageAllowanceDto;

  @IntField({ description: 'Seconds collected by capture requests in the period' }) captureRequestSec: number;
  @IntField({ description: 'Seconds of all tracks of sessions in the period' }) sessionSec: number;
  @IntField({ description: 'Bytes that footage occupies now' }) storageBytes: number;
  @NestedListField(() => UsagePointDto, { maxItems: MOST_POINTS }) series: UsagePointDto[];
}

/** Figures as the ledger has them. */
export interface UsageFigures {
  period: Period;
  month: Period;
  includedSec: number;
  usedSec: number;
  storageBytes: number;
  series: UsageBucket[];
}

export function toUsage(figures: UsageFigures): UsageDto {
  const { period, month, includedSec, usedSec, storageBytes, series } = figures;
  const total = (pick: (bucket: UsageBucket) => number): number =>
    series.reduce((sum, bucket) => sum + pick(bucket), 0);
  return {
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    allowance: {
      unit: 'second',
      included: includedSec,
      used: usedSec,
      remaining: Math.max(0, includedSec - usedSec),
      resetsAt: month.to.toISOString(),
    },
    captureRequestSec: total((bucket) => bucket.captureRequestSec),
    sessionSec: total((bucket) => bucket.sessionSec),
    storageBytes,
    series: series.map(({ start, ...seconds }) => ({ start: start.toISOString(), ...seconds })),
  };
}
