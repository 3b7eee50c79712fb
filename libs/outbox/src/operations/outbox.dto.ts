import { IntField, StringListField } from '@capture/contracts';

export class OutboxStatusDto {
  @IntField({ description: 'Events that are committed and not yet on the bus', example: 0 })
  pending: number;

  @IntField({ description: 'Age in seconds of the oldest of them; 0 without any', example: 0 })
  oldestAgeSec: number;

  @IntField({ description: 'Published events still kept', example: 1204 })
  published: number;

  @IntField({
    description: 'Events that a consumer of this service gave up on and nobody has redriven',
    example: 0,
  })
  deadLetters: number;
}

export class RedriveDeadLettersDto {
  @StringListField({
    optional: true,
    minItems: 1,
    maxItems: 1000,
    description: 'Ids of events; every dead letter when left out',
  })
  eventIds?: string[];
}

export class RedriveResultDto {
  @IntField({ description: 'Dead letters that their consumer has now handled', example: 3 })
  redriven: number;

  @IntField({ description: 'Dead letters that failed again and stay', example: 0 })
  failed: number;
}
