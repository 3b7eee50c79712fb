import { Module } from '@nestjs/common';
import { AnswerReaders } from './answer-readers.js';
import { ArrivingBodies } from './arriving-bodies.js';
import { CallSigner } from './call-signer.js';
import { Forwarder } from './forwarder.js';
import { MediaReaders } from './media-readers.js';
import { MediaPipe } from '../upstreams/media-pipe.js';
import { Upstreams } from '../upstreams/upstreams.js';

@Module({
  providers: [AnswerReaders, ArrivingBodies, CallSigner, Forwarder, MediaPipe, MediaReaders, Upstreams],
  exports: [CallSigner, Forwarder, Upstreams],
})
export class ForwardingModule {}
