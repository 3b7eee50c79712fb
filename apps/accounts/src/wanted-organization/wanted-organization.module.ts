import { Module } from '@nestjs/common';
import { WantedOrganization } from './wanted-organization.js';

/** Signing in at the door of a room, to the organization that it belongs to. */
@Module({ providers: [WantedOrganization], exports: [WantedOrganization] })
export class WantedOrganizationModule {}
