import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { SocketsModule } from '../../sockets/sockets.module.js';
import { ApiRouteGroup } from './api.route-group.js';
import { PublishedKeys } from './published-keys.js';

@Module({
  imports: [AdmissionModule, ForwardingModule, SocketsModule],
  providers: [ApiRouteGroup, PublishedKeys],
  exports: [ApiRouteGroup],
})
export class ApiModule {}
