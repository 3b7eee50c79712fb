import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { IceModule } from '../ice/ice.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChatRepository } from './chat.repository.js';
import { ConversationService } from './conversation.service.js';
import { HostSignInRepository } from './host-sign-in.repository.js';
import { HostingCommands } from './hosting.commands.js';
import { HostingController } from './hosting.controller.js';
import { ParticipantRepository } from './participant.repository.js';
import { RoomAccessService } from './room-access.service.js';
import { RoomChannel } from './room-channel.js';
import { RoomController } from './room.controller.js';
import { RoomService } from './room.service.js';
import { TakeService } from './take.service.js';

/** Who is in a room, the takes they record together, and the messages between them. */
@Module({
  imports: [ClockModule, IceModule, OrganizationsModule, SessionsModule],
  controllers: [HostingCommands, HostingController, RoomController],
  providers: [
    ChatRepository,
    ConversationService,
    HostSignInRepository,
    ParticipantRepository,
    RoomAccessService,
    RoomChannel,
    RoomService,
    TakeService,
  ],
  exports: [
    ChatRepository,
    ConversationService,
    HostSignInRepository,
    ParticipantRepository,
    RoomAccessService,
    RoomChannel,
    RoomService,
    TakeService,
  ],
})
export class RoomsModule {}
