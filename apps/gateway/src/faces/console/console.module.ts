import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { ConsoleFace } from './console.face.js';

@Module({ imports: [AdmissionModule, ForwardingModule], providers: [ConsoleFace], exports: [ConsoleFace] })
export class ConsoleModule {}
