import { HEX_COLOUR } from '../branding/branding.js';
import { NestedField, StringListField } from '../fields/composites.js';
import { BooleanField, EnumField, IdField, IntField, Sha256Field, StringField } from '../fields/values.js';
import { FEATURES, type Feature, type PlanLimits } from '../scopes.js';
import { EventType } from './event.js';

export class PlanLimitsData implements PlanLimits {
  @IntField() rosterCap: number;
  @IntField() submissionCap: number;
  @IntField() maxGuests: number;
}

/** How an organization shows itself to respondents. */
export class BrandingData {
  @StringField({ max: 200, description: 'What respondents read' }) name: string;
  @StringField({ nullable: true, pattern: HEX_COLOUR }) colour: string | null;
  @Sha256Field({ nullable: true, description: 'SHA-256 of the logo' }) logo: string | null;
}

@EventType('organization.updated', {
  audience: 'internal',
  description:
    "An organization was created or its plan, limits or state changed: services' projections follow it.",
})
export class OrganizationUpdated {
  @StringField({ max: 200 }) name: string;
  @StringField({ max: 50 }) plan: string;
  @StringListField({ values: FEATURES }) features: Feature[];
  @NestedField(() => PlanLimitsData) limits: PlanLimitsData;
  @BooleanField() paused: boolean;
  @IntField({ nullable: true, description: 'Days footage is kept; null keeps it' }) retentionDays:
    number | null;
  @NestedField(() => BrandingData, { optional: true, description: 'Left out by releases without branding' })
  branding?: BrandingData;
  /** Rises with every change, so that a late delivery cannot undo a newer one. */
  @IntField() revision: number;
}

@EventType('credential.changed', {
  audience: 'internal',
  description: 'An API key was revoked, rotated or rescoped: caches of it are void.',
})
export class CredentialChanged {
  @IdField('key') keyId: string;
  @EnumField(['revoked', 'rotated', 'updated']) change: 'revoked' | 'rotated' | 'updated';
}
