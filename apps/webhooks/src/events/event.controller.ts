import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { Key, type RawJson } from '@capture/platform';
import { EventPage, EventQuery, EventTypeList, PublicEvent } from './event.dto.js';
import { EventService } from './event.service.js';
import { publicEventTypes } from './event-type.model.js';

@ApiTags('Webhooks')
@Controller('v1')
export class EventController {
  constructor(private readonly events: EventService) {}

  @Get('events')
  @ApiOperation({
    summary: 'List events of the last 30 days, newest first',
    description:
      'For reconciling after an outage: `sequence` has no holes, so a missing number is a missed event.',
  })
  @ApiOkResponse({ type: EventPage })
  list(
    @Key() key: KeyPrincipal,
    @Query() query: EventQuery,
  ): Promise<{ data: RawJson[]; nextCursor: string | null }> {
    return this.events.list(key.organizationId, query);
  }

  @Get('events/:id')
  @ApiOperation({ summary: 'Read an event', description: 'The same bytes that webhooks carry.' })
  @ApiOkResponse({ type: PublicEvent })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<RawJson> {
    return this.events.read(key.organizationId, id);
  }

  @Get('event-types')
  @ApiOperation({ summary: 'List event types with their JSON Schemas' })
  @ApiOkResponse({ type: EventTypeList })
  types(): EventTypeList {
    return { data: publicEventTypes(), nextCursor: null };
  }
}
