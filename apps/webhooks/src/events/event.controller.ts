import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal, RawJson } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { publicEventTypes } from './event-type.model.js';
import { EventPageDto, ListEventsQueryDto, EventTypePageDto, EventDto } from './event.dto.js';
import { EventService } from './event.service.js';

@ApiTags('Webhooks')
@OrganizationController('v1')
export class EventController {
  constructor(private readonly events: EventService) {}

  @Get('events')
  @Can('webhooks.manage')
  @ApiOperation({
    operationId: 'listEvents',
    summary: 'List events of the last 30 days, newest first',
    description:
      'For reconciling after an outage: `sequence` has no holes, so a missing number is a missed event.',
  })
  @ApiOkResponse({ type: EventPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Query() query: ListEventsQueryDto,
  ): Promise<{ data: RawJson[]; nextCursor: string | null }> {
    return this.events.list(caller.organizationId, query);
  }

  @Get('events/:id')
  @Can('webhooks.manage')
  @ApiOperation({
    operationId: 'getEvent',
    summary: 'Read an event',
    description: 'The same bytes that webhooks carry.',
  })
  @ApiOkResponse({ type: EventDto })
  read(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<RawJson> {
    return this.events.read(caller.organizationId, id);
  }

  @Get('event-types')
  @Can('webhooks.manage')
  @ApiOperation({ operationId: 'listEventTypes', summary: 'List event types with their JSON Schemas' })
  @ApiOkResponse({ type: EventTypePageDto })
  types(): EventTypePageDto {
    return { data: publicEventTypes(), nextCursor: null };
  }
}
