import { Module } from '@nestjs/common';
import { WantedOrganization } from './wanted-organization.js';

/** The organization that a sign-in leads to: that of the room in front of which a host signs in, or the one named. */
@Module({ providers: [WantedOrganization], exports: [WantedOrganization] })
export class WantedOrganizationModule {}
