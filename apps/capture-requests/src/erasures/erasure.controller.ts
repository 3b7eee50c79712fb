import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ErasureReceipt, PageQuery, type ForwardedCall, type RawJson } from '@capture/contracts';
import { AsksFirst } from '@capture/persistence';
import { Access, ApiErrors, Call, Can, OrganizationId } from '@capture/platform';
import { ErasePersonDto, ErasureDto, ErasurePageDto } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';

@ApiTags('Erasures')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/erasures', 'console/api/erasures'])
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
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Body() { email }: ErasePersonDto,
  ): Promise<ErasureDto> {
    return this.erasures.begin(call, organizationId, email);
  }

  @Get()
  @Can('people.erase')
  @ApiOperation({ operationId: 'listErasures', summary: 'Erasures of the organization, newest first' })
  @ApiOkResponse({ type: ErasurePageDto })
  list(@OrganizationId() organizationId: string, @Query() query: PageQuery): Promise<ErasurePageDto> {
    return this.erasures.list(organizationId, query);
  }

  @Get(':id')
  @Can('people.erase')
  @ApiOperation({
    operationId: 'getErasure',
    summary: 'One erasure, with what each service has erased so far',
  })
  @ApiOkResponse({ type: ErasureDto })
  get(@OrganizationId() organizationId: string, @Param('id') id: string): Promise<ErasureDto> {
    return this.erasures.get(organizationId, id);
  }

  @Get(':id/receipt')
  @Can('people.erase')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'getErasureReceipt',
    summary: 'The signed receipt of an erasure that is completed; 409 until then',
  })
  @ApiOkResponse({ type: ErasureReceipt })
  receipt(@OrganizationId() organizationId: string, @Param('id') id: string): Promise<RawJson> {
    return this.erasures.receipt(organizationId, id);
  }
}
