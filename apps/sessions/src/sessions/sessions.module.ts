import { Module } from '@nestjs/common';
import { InviteController } from './invite.controller.js';
import { InviteService } from './invite.service.js';
import { SessionController } from './session.controller.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';
import { TakeRepository } from './take.repository.js';
import { TokenRepository } from './token.repository.js';

/** Sessions as integrators see them: opened, read, invited to. */
@Module({
  controllers: [InviteController, SessionController],
  providers: [InviteService, SessionRepository, SessionService, TakeRepository, TokenRepository],
  exports: [SessionRepository, SessionService, TakeRepository, TokenRepository],
})
export class SessionsModule {}
