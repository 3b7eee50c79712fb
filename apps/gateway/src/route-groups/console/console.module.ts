import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { ChangeStreams } from './change-streams.js';
import { ConsoleRouteGroup } from './console.route-group.js';

@Module({
  imports: [AdmissionModule, ForwardingModule],
  providers: [ChangeStreams, ConsoleRouteGroup],
  exports: [ConsoleRouteGroup],
})
export class ConsoleModule {}
