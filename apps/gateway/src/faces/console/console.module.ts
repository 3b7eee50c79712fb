import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { ChangeStreams } from './change-streams.js';
import { ConsoleFace } from './console.face.js';

@Module({
  imports: [AdmissionModule, ForwardingModule],
  providers: [ChangeStreams, ConsoleFace],
  exports: [ConsoleFace],
})
export class ConsoleModule {}
