import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { SessionsConfig } from './config.js';
import { PrismaClient } from './generated/prisma/client.js';
import { SessionController } from './session.controller.js';
import { SessionEndService } from './session-end.service.js';
import { SessionSweep } from './session.jobs.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';

export const SCHEMA = 'sessions';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [SessionController],
  providers: [SessionService, SessionEndService, SessionSweep, SessionRepository],
})
class SessionsModule {}

export const sessions: ServiceDefinition<SessionsConfig> = {
  name: 'sessions',
  config: SessionsConfig,
  module: SessionsModule,
};
