import { Module } from '@nestjs/common';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { OutboxModule } from '@capture/outbox';
import { SessionsConfig } from './config.js';
import { EndingModule } from './ending/ending.module.js';
import { PrismaClient } from './generated/prisma/client.js';
import { MIGRATIONS, SCHEMA } from './migrations.js';
import { OrganizationDeletionModule } from './organization-deletion/organization-deletion.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { PresenceModule } from './presence/presence.module.js';
import { RemovalModule } from './removal/removal.module.js';
import { RoomsModule } from './rooms/rooms.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SocketsModule } from './sockets/sockets.module.js';
import { TracksModule } from './tracks/tracks.module.js';

/** Each subject depends on those above it only. */
@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    OutboxModule,
    OrganizationsModule,
    SessionsModule,
    RoomsModule,
    RemovalModule,
    TracksModule,
    EndingModule,
    SocketsModule,
    PresenceModule,
    OrganizationDeletionModule,
  ],
})
class AppModule {}

export const sessions: ServiceDefinition<SessionsConfig> = {
  name: 'sessions',
  config: SessionsConfig,
  module: AppModule,
  sockets: /^\/v1\/rooms\/[^/]+\/socket$/,
};
