import { Module } from '@nestjs/common';
import { PasswordHasher } from './password.hasher.js';
import { PersonJobs } from './person.jobs.js';
import { PersonRepository } from './person.repository.js';

@Module({
  providers: [PasswordHasher, PersonJobs, PersonRepository],
  exports: [PasswordHasher, PersonRepository],
})
export class PasswordsModule {}
