import { Module } from '@nestjs/common';
import { AlignmentService } from './alignment.service.js';
import { ClockSampleRepository } from './clock-sample.repository.js';

/** How devices' clocks compare with the room's, and where on it their tracks begin. */
@Module({ providers: [AlignmentService, ClockSampleRepository], exports: [AlignmentService] })
export class AlignmentModule {}
