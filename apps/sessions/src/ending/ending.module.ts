import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SessionEndController } from './session-end.controller.js';
import { SessionEndJobs } from './session-end.jobs.js';
import { SessionEndService } from './session-end.service.js';

/** How sessions end: by a call, by their host, or by expiry. */
@Module({
  imports: [ClockModule, RoomsModule, SessionsModule],
  controllers: [SessionEndController],
  providers: [SessionEndJobs, SessionEndService],
  exports: [SessionEndService],
})
export class EndingModule {}
