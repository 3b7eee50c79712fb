import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import type { ServiceDefinition } from '@capture/platform';
import { AdmissionModule } from './admission/admission.module.js';
import { BudgetsModule } from './budgets/budgets.module.js';
import { GatewayConfig } from './config.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { RouteGroupsModule } from './route-groups/route-groups.module.js';
import { registerRouteGroups } from './route-groups/register-route-groups.js';
import { ForwardingModule } from './forwarding/forwarding.module.js';
import { SocketsModule } from './sockets/sockets.module.js';
import { SOCKET_PATHS } from './table/routes.js';

@Module({
  imports: [
    MessagingModule,
    CredentialsModule,
    BudgetsModule,
    AdmissionModule,
    ForwardingModule,
    SocketsModule,
    RouteGroupsModule,
  ],
})
class GatewayModule {}

export const gateway: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  module: GatewayModule,
  publicPort: true,
  sockets: SOCKET_PATHS,
  prepare: registerRouteGroups,
};
