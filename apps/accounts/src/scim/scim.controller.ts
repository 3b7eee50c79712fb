import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access, ScimErrorFilter } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { filterOf, pageOf } from './scim-filter.model.js';
import { Directory, ScimTokenInterceptor, type DirectoryCall } from './scim-token.interceptor.js';
import { toScimList, toScimUser, type ScimList, type ScimUser } from './scim-user.dto.js';
import { changeOfPatch, changeOfUser } from './scim-user.model.js';
import { ScimUserService } from './scim-user.service.js';

interface Reply {
  header(name: string, value: string): unknown;
}

/**
 * SCIM 2.0 for people (RFC 7644): the directory of an organization adds, lists and deactivates its members. The protocol
 * describes itself, so that the OpenAPI document leaves it out; bodies are read as directories write them, not by classes.
 */
@ApiExcludeController()
@Access('capability')
@UseFilters(ScimErrorFilter)
@UseInterceptors(ScimTokenInterceptor)
@Controller('scim/v2/Users')
export class ScimController {
  private readonly base: string;

  constructor(
    private readonly users: ScimUserService,
    config: AccountsConfig,
  ) {
    this.base = `${config.CAPTURE_PUBLIC_URL}/scim/v2`;
  }

  @Get()
  async list(
    @Directory() call: DirectoryCall,
    @Query() query: Record<string, unknown>,
  ): Promise<ScimList<ScimUser>> {
    const page = pageOf(query);
    const { users, total } = await this.users.list(call, filterOf(query['filter']), page);
    const resources = users.map((user) => toScimUser(user, this.base));
    return toScimList(resources, { total, startIndex: page.startIndex });
  }

  @Post()
  async create(
    @Directory() call: DirectoryCall,
    @Body() body: Record<string, unknown>,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<ScimUser> {
    const user = toScimUser(await this.users.create(call, changeOfUser(body)), this.base);
    reply.header('location', user.meta.location);
    return user;
  }

  @Get(':id')
  async read(@Directory() call: DirectoryCall, @Param('id') id: string): Promise<ScimUser> {
    return toScimUser(await this.users.read(call, id), this.base);
  }

  /** Who is left without a name in the directory has none; role and `active` stay, so that nobody is let in by omission. */
  @Put(':id')
  async replace(
    @Directory() call: DirectoryCall,
    @Param('id') id: string,
    @Body() body: Record<string, unknown>,
  ): Promise<ScimUser> {
    const change = { externalId: null, ...changeOfUser(body) };
    return toScimUser(await this.users.change(call, id, change), this.base);
  }

  @Patch(':id')
  async update(
    @Directory() call: DirectoryCall,
    @Param('id') id: string,
    @Body() body: Record<string, unknown>,
  ): Promise<ScimUser> {
    return toScimUser(await this.users.change(call, id, changeOfPatch(body)), this.base);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Directory() call: DirectoryCall, @Param('id') id: string): Promise<void> {
    return this.users.remove(call, id);
  }
}
