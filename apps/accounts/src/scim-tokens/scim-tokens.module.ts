import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ScimTokenController } from './scim-token.controller.js';
import { ScimTokenRepository } from './scim-token.repository.js';
import { ScimTokenService } from './scim-token.service.js';

@Module({
  imports: [OrganizationsModule, AuditModule],
  controllers: [ScimTokenController],
  providers: [ScimTokenService, ScimTokenRepository],
  exports: [ScimTokenService],
})
export class ScimTokensModule {}
