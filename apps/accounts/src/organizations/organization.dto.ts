import {
  BooleanField,
  FEATURES,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NextCursorField,
  PlanLimitsData,
  NameField,
  StringField,
  StringListField,
  TimestampField,
  type Feature,
  type Page,
} from '@capture/contracts';
import type { Plan } from '../plans/plan.model.js';
import type { Organization } from './organization.model.js';

export const ORGANIZATION_NAME = { example: 'Acme Research' };
export const PLAN_NAME = { max: 50, example: 'team', description: 'Name of a plan' };
const MAX_SECONDS = 1_000_000_000;
const RETENTION_DAYS = {
  ...{ optional: true, nullable: true, min: 1, max: 36_500 },
  description: 'Days footage is kept, also what there is already; null keeps it',
} as const;

/** JSON Merge Patch: what is left out stays, null clears. */
export class UpdateOrganizationDto {
  @NameField({ ...ORGANIZATION_NAME, optional: true }) name?: string;
  @StringField({ ...PLAN_NAME, optional: true }) plan?: string;
  @BooleanField({ optional: true, description: 'The plan has lapsed: reads work, collecting does not' })
  paused?: boolean;

  @IntField({
    optional: true,
    nullable: true,
    max: MAX_SECONDS,
    description: "Seconds per month instead of the plan's; null returns to the plan's",
  })
  allowanceSec?: number | null;

  @IntField(RETENTION_DAYS) retentionDays?: number | null;
}

/** What members change themselves. What is left out stays. */
export class ChangeOrganizationDto {
  @NameField({ ...ORGANIZATION_NAME, optional: true }) name?: string;
  @IntField(RETENTION_DAYS) retentionDays?: number | null;
}

export class OrganizationAllowanceDto {
  @IntField({ description: 'Seconds per calendar month (UTC)', example: 360_000 }) includedSec: number;
  @BooleanField({ description: "Set for this organization, instead of the plan's" }) overridden: boolean;
}

export class OrganizationDto {
  @IdField('organization') id: string;
  @NameField(ORGANIZATION_NAME) name: string;
  @StringField(PLAN_NAME) plan: string;
  @StringListField({ values: FEATURES }) features: Feature[];
  @NestedField(() => PlanLimitsData) limits: PlanLimitsData;
  @BooleanField() paused: boolean;
  @NestedField(() => OrganizationAllowanceDto) allowance: OrganizationAllowanceDto;
  @IntField({ nullable: true, example: null }) retentionDays: number | null;
  @TimestampField({
    nullable: true,
    example: null,
    description: 'When it is to be deleted; null when it is not',
  })
  deletionAt: string | null;
  @TimestampField() createdAt: string;
  @TimestampField() updatedAt: string;
}

export class OrganizationPageDto implements Page<OrganizationDto> {
  @NestedListField(() => OrganizationDto) data: OrganizationDto[];
  @NextCursorField() nextCursor: string | null;
}

export function toOrganization(organization: Organization, plan: Plan): OrganizationDto {
  const { id, name, paused, allowanceSec, retentionDays, deletionAt, createdAt, updatedAt } = organization;
  return {
    id,
    name,
    plan: plan.name,
    features: plan.features,
    limits: plan.limits,
    paused,
    allowance: { includedSec: allowanceSec ?? plan.includedSec, overridden: allowanceSec !== null },
    retentionDays,
    deletionAt: deletionAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
