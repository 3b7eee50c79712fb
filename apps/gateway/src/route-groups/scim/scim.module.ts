import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { ScimRouteGroup } from './scim.route-group.js';

@Module({
  imports: [AdmissionModule, ForwardingModule],
  providers: [ScimRouteGroup],
  exports: [ScimRouteGroup],
})
export class ScimModule {}
