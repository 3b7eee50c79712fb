import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { SessionsConfig } from './config.js';
import { ConsoleController } from './rooms/hosting.controller.js';
import { PrismaClient } from './generated/prisma/client.js';
import { OrganizationConsumers } from './organizations/organization.consumers.js';
import { OrganizationRepository } from './organizations/organization.repository.js';
import { ParticipantRepository } from './rooms/participant.repository.js';
import { RoomAccess } from './rooms/room-access.service.js';
import { RoomController } from './rooms/room.controller.js';
import { RoomHub } from './sockets/room-hub.js';
import { PresenceJob } from './sockets/presence.jobs.js';
import { RoomNewsroom } from './rooms/room-channel.js';
import { RoomService } from './rooms/room.service.js';
import { RoomSockets } from './sockets/room-sockets.js';
import { SessionController } from './sessions/session.controller.js';
import { SessionEndService } from './ending/session-end.service.js';
import { SessionTakeService } from './rooms/take.service.js';
import { SessionSweep } from './ending/session-end.jobs.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { TrackController } from './tracks/track.controller.js';
import { TrackRepository } from './tracks/track.repository.js';
import { TrackService } from './tracks/track.service.js';

export const SCHEMA = 'sessions';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [ConsoleController, SessionController, RoomController, TrackController, OrganizationConsumers],
  providers: [
    OrganizationRepository,
    ParticipantRepository,
    PresenceJob,
    RoomAccess,
    RoomHub,
    RoomNewsroom,
    RoomService,
    RoomSockets,
    SessionEndService,
    SessionRepository,
    SessionService,
    SessionSweep,
    SessionTakeService,
    TrackRepository,
    TrackService,
  ],
})
class SessionsModule {}

export const sessions: ServiceDefinition<SessionsConfig> = {
  name: 'sessions',
  config: SessionsConfig,
  module: SessionsModule,
  sockets: /^\/v1\/rooms\/[^/]+\/socket$/,
};
