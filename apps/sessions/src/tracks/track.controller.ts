import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PartClaims, PartGrantsDto } from '@capture/contracts';
import { Access, ApiErrors, Capability } from '@capture/platform';
import { RoomTokenGuard } from '../rooms/room-token.guard.js';
import {
  CompletedTrackDto,
  CompleteTrackDto,
  OpenedTrackDto,
  OpenTrackDto,
  SessionTrackDto,
} from './track.dto.js';
import { TrackService } from './track.service.js';

@ApiTags('Rooms')
@ApiBearerAuth()
@Access('capability')
@UseGuards(RoomTokenGuard)
@Controller('v1/rooms/:sessionId/tracks')
export class TrackController {
  constructor(private readonly tracks: TrackService) {}

  @Post()
  @ApiOperation({ operationId: 'openTrack', summary: 'Open a track of a take; its size need not be known' })
  @ApiCreatedResponse({ type: OpenedTrackDto })
  @ApiErrors('open_take_cap', 'storage_full', 'footage_expired')
  open(
    @Param('sessionId') sessionId: string,
    @Capability() token: string,
    @Body() body: OpenTrackDto,
  ): Promise<OpenedTrackDto> {
    return this.tracks.open(sessionId, token, body);
  }

  @Get(':trackId')
  @ApiOperation({ operationId: 'getTrack', summary: 'State of a track and the parts stored so far' })
  @ApiOkResponse({ type: SessionTrackDto })
  read(
    @Param('sessionId') sessionId: string,
    @Param('trackId') trackId: string,
    @Capability() token: string,
  ): Promise<SessionTrackDto> {
    return this.tracks.read(sessionId, trackId, token);
  }

  @Post(':trackId/parts')
  @HttpCode(200)
  @ApiOperation({ operationId: 'grantTrackParts', summary: 'Ask where to put parts' })
  @ApiOkResponse({ type: PartGrantsDto })
  @ApiErrors('take_too_large', 'conflict')
  grant(
    @Param('sessionId') sessionId: string,
    @Param('trackId') trackId: string,
    @Capability() token: string,
    @Body() body: PartClaims,
  ): Promise<PartGrantsDto> {
    return this.tracks.grant(sessionId, trackId, token, body);
  }

  @Post(':trackId/complete')
  @ApiOperation({ operationId: 'completeTrack', summary: 'Say that a track is whole; repeatable' })
  @ApiCreatedResponse({ type: CompletedTrackDto })
  @ApiErrors('take_too_large', 'conflict')
  complete(
    @Param('sessionId') sessionId: string,
    @Param('trackId') trackId: string,
    @Capability() token: string,
    @Body() body: CompleteTrackDto,
  ): Promise<CompletedTrackDto> {
    return this.tracks.complete(sessionId, trackId, token, body);
  }
}
