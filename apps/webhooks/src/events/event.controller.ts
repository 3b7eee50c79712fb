import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal, RawJson } from '@capture/contracts';
import { Key } from '@capture/platform';
import { publicEventTypes } from './event-type.model.js';
import { EventPageDto, ListEventsQueryDto, EventTypePageDto, EventDto } from './event.dto.js';
import { EventService } from './event.service.js';

@ApiTags('Webhooks')
@Controller('v1')
export class EventController {
  constructor(private readonly events: EventService) {}

  @Get('events')
  @ApiOperation({
    operationId: 'listEvents',
    summary: 'List events of the last 30 days, newest first',
    description:
      'For reconciling after an outage: `sequence` has no holes, so a missing number is a missed event.',
  })
  @ApiOkResponse({ type: EventPageDto })
  list(
    @Key() key: KeyPrincipal,
    @Query() query: ListEventsQueryDto,
  ): Promise<{ data: RawJson[]; nextCursor: string | null }> {
    return this.events.list(key.organizationId, query);
  }

  @Get('events/:id')
  @ApiOperation({
    operationId: 'getEvent',
    summary: 'Read an event',
    description: 'The same bytes that webhooks carry.',
  })
  @ApiOkResponse({ type: EventDto })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<RawJson> {
    return this.events.read(key.organizationId, id);
  }

  @Get('event-types')
  @ApiOperation({ operationId: 'listEventTypes', summary: 'List event types with their JSON Schemas' })
  @ApiOkResponse({ type: EventTypePageDto })
  types(): EventTypePageDto {
    return { data: publicEventTypes(), nextCursor: null };
  }
}
