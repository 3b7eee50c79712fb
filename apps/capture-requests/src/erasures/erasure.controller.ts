import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ErasureReceipt,
  PageQuery,
  type ForwardedCall,
  type MemberPrincipal,
  type RawJson,
} from '@capture/contracts';
import { AsksFirst } from '@capture/persistence';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { ErasePersonDto, ErasureDto, ErasurePageDto } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';

@ApiTags('Erasures')
@Access('member')
@Controller('console/api/erasures')
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  @Post()
  @AsksFirst()
  @Can('people.erase')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'erasePerson',
    summary: 'Erase a person by e-mail address, in every service; cannot be undone',
  })
  @ApiCreatedResponse({ type: ErasureDto })
  begin(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() { email }: ErasePersonDto,
  ): Promise<ErasureDto> {
    return this.erasures.begin(member, ip, email);
  }

  @Get()
  @Can('people.erase')
  @ApiOperation({ operationId: 'listErasures', summary: 'Erasures of the organization, newest first' })
  @ApiOkResponse({ type: ErasurePageDto })
  list(@Member() member: MemberPrincipal, @Query() query: PageQuery): Promise<ErasurePageDto> {
    return this.erasures.list(member, query);
  }

  @Get(':id')
  @Can('people.erase')
  @ApiOperation({
    operationId: 'getErasure',
    summary: 'One erasure, with what each service has erased so far',
  })
  @ApiOkResponse({ type: ErasureDto })
  get(@Member() member: MemberPrincipal, @Param('id') id: string): Promise<ErasureDto> {
    return this.erasures.get(member, id);
  }

  @Get(':id/receipt')
  @Can('people.erase')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'getErasureReceipt',
    summary: 'The signed receipt of an erasure that is completed; 409 until then',
  })
  @ApiOkResponse({ type: ErasureReceipt })
  receipt(@Member() member: MemberPrincipal, @Param('id') id: string): Promise<RawJson> {
    return this.erasures.receipt(member, id);
  }
}
