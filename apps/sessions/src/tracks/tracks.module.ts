import { Module } from '@nestjs/common';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TrackController } from './track.controller.js';
import { TrackRepository } from './track.repository.js';
import { TrackService } from './track.service.js';

/** What participants record and upload. */
@Module({
  imports: [RoomsModule, SessionsModule],
  controllers: [TrackController],
  providers: [TrackRepository, TrackService],
  exports: [TrackService],
})
export class TracksModule {}
