import { BooleanField, IntField } from '@capture/contracts';

/** As an organization's setting takes them. */
const DAYS = { min: 1, max: 36_500, example: 30 };
/** More are not counted: who reads that it is more than these need not know how many. */
export const MOST_COUNTED = 10_000;

export class CountOutlivedQueryDto {
  @IntField({ ...DAYS, text: true, description: 'For how many days footage would be kept' })
  retentionDays: number;
}

export class OutlivedCountDto {
  @IntField({ ...DAYS, description: 'As asked for' }) retentionDays: number;
  @IntField({
    min: 0,
    max: MOST_COUNTED,
    description: 'Recordings whose footage is older, and would be deleted',
  })
  recordings: number;
  @BooleanField({ description: `There are more: counting ends at ${MOST_COUNTED}` }) hasMore: boolean;
}
