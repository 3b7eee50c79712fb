import { Controller, Get, Param, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { notFound } from '@capture/contracts';
import { Access, ScimErrorFilter } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { serviceProviderConfig, userResourceType, userSchema } from './scim-discovery.js';
import { ScimTokenInterceptor } from './scim-token.interceptor.js';
import { toScimList, USER_SCHEMA, type ScimList } from './scim-user.dto.js';

/** By which directories find out what there is (RFC 7644, 4). */
@ApiExcludeController()
@Access('capability')
@UseFilters(ScimErrorFilter)
@UseInterceptors(ScimTokenInterceptor)
@Controller('scim/v2')
export class ScimDiscoveryController {
  private readonly base: string;

  constructor(config: AccountsConfig) {
    this.base = `${config.CAPTURE_PUBLIC_URL}/scim/v2`;
  }

  @Get('ServiceProviderConfig')
  config(): object {
    return serviceProviderConfig(this.base);
  }

  @Get('ResourceTypes')
  resourceTypes(): ScimList<object> {
    return toScimList([userResourceType(this.base)], { total: 1, startIndex: 1 });
  }

  @Get('ResourceTypes/:id')
  resourceType(@Param('id') id: string): object {
    if (id !== 'User') throw notFound('resource type');
    return userResourceType(this.base);
  }

  @Get('Schemas')
  schemas(): ScimList<object> {
    return toScimList([userSchema(this.base)], { total: 1, startIndex: 1 });
  }

  @Get('Schemas/:id')
  schema(@Param('id') id: string): object {
    if (id !== USER_SCHEMA) throw notFound('schema');
    return userSchema(this.base);
  }
}
