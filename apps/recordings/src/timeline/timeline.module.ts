import { Module } from '@nestjs/common';
import { LibraryModule } from '../library/library.module.js';
import { TimelineController } from './timeline.controller.js';

/** Recordings as editors lay them out. */
@Module({ imports: [LibraryModule], controllers: [TimelineController] })
export class TimelineModule {}
