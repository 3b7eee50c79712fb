import { Module } from '@nestjs/common';
import { KeysController, SigningKeys } from '@capture/persistence';
import { SigningKey } from '@capture/platform';
import { RecordingsConfig } from '../config.js';

/** Signs manifests and receipts, and publishes the keys to check them with. */
@Module({
  controllers: [KeysController],
  providers: [
    {
      provide: SigningKey,
      useFactory: (config: RecordingsConfig) => new SigningKey(config.CAPTURE_SIGNING_KEY),
      inject: [RecordingsConfig],
    },
    SigningKeys,
  ],
  exports: [SigningKey],
})
export class SigningModule {}
