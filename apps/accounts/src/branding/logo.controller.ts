import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Access } from '@capture/platform';
import { BrandingService } from './branding.service.js';

@ApiTags('Organization')
@Access('public')
@Controller('v1/logos')
export class LogoController {
  constructor(private readonly branding: BrandingService) {}

  /** A URL stands for the same bytes for ever, and browsers do nothing with them but show a picture. */
  @Get(':logo')
  @Header('cache-control', 'public, max-age=31536000, immutable')
  @Header('content-security-policy', "default-src 'none'")
  @Header('cross-origin-resource-policy', 'cross-origin')
  @Header('x-content-type-options', 'nosniff')
  @ApiOperation({ operationId: 'getLogo', summary: 'The logo of an organization' })
  @ApiParam({ name: 'logo', description: 'SHA-256 of its bytes' })
  @ApiProduces('image/png')
  @ApiOkResponse({ description: 'The picture', schema: { type: 'string', format: 'binary' } })
  async read(@Param('logo') sha256: string): Promise<StreamableFile> {
    const png = await this.branding.logo(sha256);
    return new StreamableFile(png, { type: 'image/png', length: png.length });
  }
}
