import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { BrandingController } from './branding.controller.js';
import { BrandingService } from './branding.service.js';
import { LogoController } from './logo.controller.js';
import { LogoRepository } from './logo.repository.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [BrandingController, LogoController],
  providers: [BrandingService, LogoRepository],
})
export class BrandingModule {}
