import { Module } from '@nestjs/common';
import { OutlivedController } from './outlived.controller.js';
import { OutlivedRepository } from './outlived.repository.js';
import { OutlivedService } from './outlived.service.js';

/** What a shorter retention would delete. */
@Module({
  controllers: [OutlivedController],
  providers: [OutlivedRepository, OutlivedService],
})
export class RetentionModule {}
