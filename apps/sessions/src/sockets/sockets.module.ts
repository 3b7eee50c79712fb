import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { EndingModule } from '../ending/ending.module.js';
import { RemovalModule } from '../removal/removal.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TracksModule } from '../tracks/tracks.module.js';
import { PresenceJobs } from './presence.jobs.js';
import { RoomHub } from './room-hub.js';
import { RoomSocketController } from './room-socket.controller.js';
import { RoomSockets } from './room-sockets.js';

/** Participants' WebSockets: the handshake, the messages, and who is still there. */
@Module({
  imports: [ClockModule, EndingModule, RemovalModule, RoomsModule, SessionsModule, TracksModule],
  controllers: [RoomSocketController],
  providers: [PresenceJobs, RoomHub, RoomSockets],
})
export class SocketsModule {}
