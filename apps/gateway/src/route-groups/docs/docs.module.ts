import { Module } from '@nestjs/common';
import { DocsRouteGroup } from './docs.route-group.js';

@Module({ providers: [DocsRouteGroup], exports: [DocsRouteGroup] })
export class DocsModule {}
