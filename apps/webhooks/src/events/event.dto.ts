import {
  EnumField,
  IdField,
  IntField,
  NestedListField,
  NextCursorField,
  ObjectField,
  PageQuery,
  StringField,
  TimestampField,
} from '@capture/contracts';
import { subscribableTypes } from '../endpoints/endpoint.dto.js';

export class SendTestEventDto {
  @EnumField(['ping', ...subscribableTypes()], {
    optional: true,
    default: 'ping',
    description: 'The documented sample of this type is sent, with the id of your organization',
  })
  type: string = 'ping';
}

export class ListEventsQueryDto extends PageQuery {
  @EnumField(subscribableTypes(), { optional: true, description: 'Only events of this type' }) type?: string;
  @IntField({
    optional: true,
    text: true,
    description: 'Only events after this sequence: what came since you last looked',
  })
  afterSequence?: number;
}

/** Exactly what receivers get as the body of a webhook. */
export class EventDto {
  @IdField('event', { description: 'Also the `webhook-id`', example: 'evt_01k9z3m5q7e8r9tavbwcxdyezf' })
  id: string;
  @StringField({ example: 'capture_request.submission_received' }) type: string;
  @TimestampField({ description: 'When it happened', example: '2026-01-31T12:00:00.000Z' }) timestamp: string;
  @StringField({ example: 'v1' }) apiVersion: string;
  @IdField('organization', { example: 'org_01k9z3m5q7e8r9tavbwcxdyezf' }) organizationId: string;
  @IntField({
    nullable: true,
    description: 'Rises by one with every event of the organization; null for a ping',
    example: 42,
  })
  sequence: number | null;
  @ObjectField({ description: 'By type: see /v1/event-types', example: {} }) data: object;
}

export class EventPageDto {
  @NestedListField(() => EventDto) data: EventDto[];
  @NextCursorField({ kind: 'event', example: null }) nextCursor: string | null;
}

export class EventTypeDto {
  @StringField({ example: 'capture_request.closed' }) type: string;
  @StringField({ description: 'Version of the payload', example: 'v1' }) version: string;
  @StringField() description: string;
  @ObjectField({ description: 'JSON Schema (2020-12) of the whole body', example: { type: 'object' } })
  schema: object;
  @ObjectField({ description: 'A body as it is sent', example: { type: 'capture_request.closed' } })
  example: object;
}

export class EventTypePageDto {
  @NestedListField(() => EventTypeDto) data: EventTypeDto[];
  @NextCursorField({ description: 'Always null: there is one page', example: null })
  nextCursor: null;
}
