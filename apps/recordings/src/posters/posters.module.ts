import { Module } from '@nestjs/common';
import { LibraryModule } from '../library/library.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { PosterController } from './poster.controller.js';
import { PosterService } from './poster.service.js';

/** What lists show of recordings. */
@Module({
  imports: [LibraryModule, TakesModule],
  controllers: [PosterController],
  providers: [PosterService],
})
export class PostersModule {}
