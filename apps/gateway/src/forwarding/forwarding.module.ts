import { Module } from '@nestjs/common';
import { CallSigner } from './call-signer.js';
import { Forwarder } from './forwarder.js';
import { Upstreams } from '../upstreams/upstreams.js';

@Module({
  providers: [CallSigner, Forwarder, Upstreams],
  exports: [CallSigner, Forwarder, Upstreams],
})
export class ForwardingModule {}
