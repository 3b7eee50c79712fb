import {
  EnumField,
  IdField,
  IntField,
  NestedListField,
  ObjectField,
  ORGANIZATION_SERVICES,
  StringField,
  TimestampField,
  type OrganizationService,
} from '@capture/contracts';
import { CURRENT_PASSWORD } from '../own-account/own-second-factor.dto.js';
import type { Counts, OrganizationDeletion } from './organization-deletion.model.js';

export class DeleteOrganizationDto {
  @IntField({
    optional: true,
    min: 0,
    max: 3650,
    example: 30,
    description: 'Days until it begins; 0 begins at once. CAPTURE_ORGANIZATION_DELETION_DAYS unless given',
  })
  graceDays?: number;
}

export class DeleteOwnOrganizationDto {
  @StringField({
    max: 200,
    example: 'Acme Research',
    description: 'What the organization is called, typed by who deletes it',
  })
  name: string;
  @StringField(CURRENT_PASSWORD) currentPassword: string;
}

const STATUSES = ['scheduled', 'running', 'completed'] as const;

export class OrganizationDeletionStepDto {
  @EnumField(ORGANIZATION_SERVICES) service: OrganizationService;
  @TimestampField({ nullable: true, description: 'Null until nothing was left in the service' })
  completedAt: string | null;
  @ObjectField({
    description: 'How many rows were removed so far, for each table',
    example: { capture_request: 3 },
  })
  counts: Counts;
}

export class OrganizationDeletionDto {
  @IdField('organizationDeletion') id: string;
  @IdField('organization') organizationId: string;
  @EnumField(STATUSES) status: (typeof STATUSES)[number];
  @StringField({ description: 'Id of the member who asked, or `operator`' }) requestedBy: string;
  @TimestampField() requestedAt: string;
  @TimestampField({ description: 'When it begins. Until then it can be taken back' }) dueAt: string;
  @TimestampField({ nullable: true }) begunAt: string | null;
  @TimestampField({ nullable: true }) completedAt: string | null;
  @NestedListField(() => OrganizationDeletionStepDto) services: OrganizationDeletionStepDto[];
}

export function toOrganizationDeletion(deletion: OrganizationDeletion): OrganizationDeletionDto {
  const { id, organizationId, requestedBy, requestedAt, dueAt, begunAt, completedAt, steps } = deletion;
  return {
    id,
    organizationId,
    status: completedAt !== null ? 'completed' : begunAt === null ? 'scheduled' : 'running',
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    begunAt: begunAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    services: steps,
  };
}
