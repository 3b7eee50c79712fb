import { Module } from '@nestjs/common';
import { DisposalJobs } from './disposal.jobs.js';
import { DisposalRepository } from './disposal.repository.js';
import { DisposalService } from './disposal.service.js';

@Module({ providers: [DisposalJobs, DisposalRepository, DisposalService], exports: [DisposalService] })
export class DisposalsModule {}
