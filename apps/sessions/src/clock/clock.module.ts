import { Module } from '@nestjs/common';
import { ClockRepository } from './clock.repository.js';
import { RoomClock } from './room-clock.js';

/** The one clock of all rooms. */
@Module({ providers: [ClockRepository, RoomClock], exports: [RoomClock] })
export class ClockModule {}
