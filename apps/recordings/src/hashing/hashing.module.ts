import { Module } from '@nestjs/common';
import { StoreModule } from '../store/store.module.js';
import { WholeFileHashes } from './whole-file-hashes.js';

/** SHA-256 of whole files, taken in threads. */
@Module({
  imports: [StoreModule],
  providers: [WholeFileHashes],
  exports: [WholeFileHashes],
})
export class HashingModule {}
