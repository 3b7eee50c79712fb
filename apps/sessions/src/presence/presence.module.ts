import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SocketsModule } from '../sockets/sockets.module.js';
import { PresenceJobs } from './presence.jobs.js';

/** Who is still there: the heartbeats of the sockets, and the end of who has none. */
@Module({
  imports: [ClockModule, RoomsModule, SessionsModule, SocketsModule],
  providers: [PresenceJobs],
})
export class PresenceModule {}
