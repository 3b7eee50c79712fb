import { Module } from '@nestjs/common';
import { AlignmentModule } from '../alignment/alignment.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { EndingModule } from '../ending/ending.module.js';
import { IceModule } from '../ice/ice.module.js';
import { RemovalModule } from '../removal/removal.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TracksModule } from '../tracks/tracks.module.js';
import { RoomCommands } from './room-commands.js';
import { RoomHub } from './room-hub.js';
import { RoomSocketController } from './room-socket.controller.js';
import { RoomSockets } from './room-sockets.js';
import { WelcomeService } from './welcome.service.js';

/** Participants' WebSockets: the handshake and the messages. */
@Module({
  imports: [
    AlignmentModule,
    ClockModule,
    EndingModule,
    IceModule,
    RemovalModule,
    RoomsModule,
    SessionsModule,
    TracksModule,
  ],
  controllers: [RoomSocketController],
  providers: [RoomCommands, RoomHub, RoomSockets, WelcomeService],
  exports: [RoomHub],
})
export class SocketsModule {}
