import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { ScimFace } from './scim.face.js';

@Module({ imports: [AdmissionModule, ForwardingModule], providers: [ScimFace], exports: [ScimFace] })
export class ScimModule {}
