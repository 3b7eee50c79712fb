import { Module } from '@nestjs/common';
import { ApiModule } from './api/api.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DocsModule } from './docs/docs.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { ScimModule } from './scim/scim.module.js';
import { WebModule } from './web/web.module.js';

@Module({
  imports: [ApiModule, ConsoleModule, ScimModule, DocsModule, WebModule, OperatorModule, MetricsModule],
})
export class RouteGroupsModule {}
