import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { SessionsConfig } from './config.js';
import { ConsoleController } from './console.controller.js';
import { PrismaClient } from './generated/prisma/client.js';
import { OrganizationConsumers } from './organization.consumers.js';
import { OrganizationRepository } from './organization.repository.js';
import { ParticipantRepository } from './participant.repository.js';
import { RoomAccess } from './room.access.js';
import { RoomController } from './room.controller.js';
import { RoomHub } from './room.hub.js';
import { PresenceJob } from './room.jobs.js';
import { RoomNewsroom } from './room.news.js';
import { RoomService } from './room.service.js';
import { RoomSockets } from './room.sockets.js';
import { SessionController } from './session.controller.js';
import { SessionEndService } from './session-end.service.js';
import { SessionTakeService } from './session-take.service.js';
import { SessionSweep } from './session.jobs.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';
import { TrackController } from './track.controller.js';
import { TrackRepository } from './track.repository.js';
import { TrackService } from './track.service.js';

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
