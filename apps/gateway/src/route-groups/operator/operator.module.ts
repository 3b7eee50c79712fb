import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { OperatorRouteGroup } from './operator.route-group.js';
import { OperatorFanOut } from './operator-fan-out.js';
import { OperatorServer } from './operator-server.js';

@Module({
  imports: [AdmissionModule, ForwardingModule],
  providers: [OperatorRouteGroup, OperatorFanOut, OperatorServer],
})
export class OperatorModule {}
