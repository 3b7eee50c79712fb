import { Module } from '@nestjs/common';
import { WebRouteGroup } from './web.route-group.js';

@Module({ providers: [WebRouteGroup], exports: [WebRouteGroup] })
export class WebModule {}
