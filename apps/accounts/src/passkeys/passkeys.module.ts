import { Module } from '@nestjs/common';
import { PasskeyChallengeRepository } from './passkey-challenge.repository.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { PasskeyJobs } from './passkey.jobs.js';
import { PasskeyRepository } from './passkey.repository.js';
import { WebAuthn } from './web-authn.js';

@Module({
  providers: [PasskeyRepository, PasskeyChallengeRepository, PasskeyChallenges, WebAuthn, PasskeyJobs],
  exports: [PasskeyRepository, PasskeyChallenges, WebAuthn],
})
export class PasskeysModule {}
