import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { MemberConsumers } from './member.consumers.js';
import { ParticipantController } from './participant.controller.js';
import { RemovalJobs } from './removal.jobs.js';
import { RemovalService } from './removal.service.js';
import { RoomRetentionJobs } from './room-retention.jobs.js';
import { RoomRetentionRepository } from './room-retention.repository.js';

/** People who may not be in a room any more: removed guests, hosts who signed out or left the organization. */
@Module({
  imports: [ClockModule, RoomsModule, SessionsModule],
  controllers: [MemberConsumers, ParticipantController],
  providers: [RemovalJobs, RemovalService, RoomRetentionJobs, RoomRetentionRepository],
  exports: [RemovalService],
})
export class RemovalModule {}
