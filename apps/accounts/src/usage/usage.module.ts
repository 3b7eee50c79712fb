import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { UsageCommands } from './usage.commands.js';
import { UsageConsumers } from './usage.consumers.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [OrganizationsModule, MembersModule, PlansModule],
  controllers: [UsageController, UsageCommands, UsageConsumers],
  providers: [UsageService, UsageRepository],
})
export class UsageModule {}
