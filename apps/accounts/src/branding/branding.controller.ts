import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call, Can, OrganizationId } from '@capture/platform';
import { BrandingDto, SetBrandingDto, SetLogoDto } from './branding.dto.js';
import { BrandingService } from './branding.service.js';

@ApiTags('Organization')
@Access('member')
@Controller('console/api/branding')
export class BrandingController {
  constructor(private readonly branding: BrandingService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'getBranding', summary: 'Read how the organization looks to respondents' })
  @ApiOkResponse({ type: BrandingDto })
  read(@OrganizationId() id: string): Promise<BrandingDto> {
    return this.branding.read(id);
  }

  @Put()
  @Can('organization.change')
  @ApiOperation({ operationId: 'setBranding', summary: 'Set the name and the colour that respondents see' })
  @ApiOkResponse({ type: BrandingDto })
  set(
    @Call() call: ForwardedCall,
    @OrganizationId() id: string,
    @Body() body: SetBrandingDto,
  ): Promise<BrandingDto> {
    return this.branding.set(call, id, body);
  }

  @Put('logo')
  @Can('organization.change')
  @ApiOperation({ operationId: 'setLogo', summary: 'Set the logo that respondents see' })
  @ApiOkResponse({ type: BrandingDto })
  setLogo(
    @Call() call: ForwardedCall,
    @OrganizationId() id: string,
    @Body() { image }: SetLogoDto,
  ): Promise<BrandingDto> {
    return this.branding.setLogo(call, id, image);
  }

  @Delete('logo')
  @Can('organization.change')
  @HttpCode(204)
  @ApiOperation({ operationId: 'removeLogo', summary: 'Show respondents no logo' })
  @ApiNoContentResponse()
  removeLogo(@Call() call: ForwardedCall, @OrganizationId() id: string): Promise<void> {
    return this.branding.removeLogo(call, id);
  }
}
