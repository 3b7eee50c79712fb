import { Module } from '@nestjs/common';
import { LibraryModule } from '../library/library.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { PromotionCommands } from './promotion.commands.js';
import { PromotionService } from './promotion.service.js';
import { SessionRecordingService } from './session-recording.service.js';

/** The recording of a session, from its first track to its place in the library. */
@Module({
  imports: [LibraryModule, TakesModule],
  controllers: [PromotionCommands],
  providers: [PromotionService, SessionRecordingService],
  exports: [SessionRecordingService],
})
export class PromotionModule {}
