import { Module } from '@nestjs/common';
import { ChallengeRepository } from './challenge.repository.js';
import { Challenges } from './challenges.js';
import { SecondFactorJobs } from './second-factor.jobs.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { SecondFactors } from './second-factors.js';

@Module({
  providers: [SecondFactors, SecondFactorRepository, Challenges, ChallengeRepository, SecondFactorJobs],
  exports: [SecondFactors, SecondFactorRepository, Challenges],
})
export class SecondFactorsModule {}
