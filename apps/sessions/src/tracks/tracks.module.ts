import { Module } from '@nestjs/common';
import { AlignmentModule } from '../alignment/alignment.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TrackProgressController } from './track-progress.controller.js';
import { TrackProgressService } from './track-progress.service.js';
import { TrackController } from './track.controller.js';
import { TrackRepository } from './track.repository.js';
import { TrackService } from './track.service.js';

/** What participants record and upload. */
@Module({
  imports: [AlignmentModule, ClockModule, RoomsModule, SessionsModule],
  controllers: [TrackController, TrackProgressController],
  providers: [TrackProgressService, TrackRepository, TrackService],
  exports: [TrackService],
})
export class TracksModule {}
