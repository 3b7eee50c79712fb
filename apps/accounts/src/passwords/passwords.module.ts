import { Module } from '@nestjs/common';
import { PasswordHasher } from './password.hasher.js';
import { PersonRepository } from './person.repository.js';

@Module({
  providers: [PasswordHasher, PersonRepository],
  exports: [PasswordHasher, PersonRepository],
})
export class PasswordsModule {}
