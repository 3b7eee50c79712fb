import { Module } from '@nestjs/common';
import { RecordingEvents } from './recording-events.js';
import { RecordingController } from './recording.controller.js';
import { RecordingRepository } from './recording.repository.js';
import { RecordingService } from './recording.service.js';
import { ServedTrackRepository } from './served-track.repository.js';

/** Recordings and their tracks, as their organization reads them. */
@Module({
  controllers: [RecordingController],
  providers: [RecordingEvents, RecordingRepository, RecordingService, ServedTrackRepository],
  exports: [RecordingEvents, RecordingRepository, RecordingService, ServedTrackRepository],
})
export class LibraryModule {}
