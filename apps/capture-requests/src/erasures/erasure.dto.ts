import {
  EmailField,
  EnumField,
  ERASING_SERVICES,
  IdField,
  NestedListField,
  NextCursorField,
  ObjectField,
  Sha256Field,
  StringField,
  TimestampField,
  type ErasingService,
  type Page,
} from '@capture/contracts';
import type { Counts, Erasure } from './erasure.model.js';

export class ErasePersonDto {
  @EmailField({ example: 'ada@example.com' }) email: string;
}

export class ErasureStepDto {
  @EnumField(ERASING_SERVICES) service: ErasingService;
  @TimestampField({ nullable: true, description: 'Null until the service has erased everything' })
  completedAt: string | null;
  @ObjectField({
    description: 'How many were erased so far, for each kind of thing',
    example: { contacts: 1 },
  })
  counts: Counts;
}

/** The address is never shown: whoever knows it can compare its digest. */
export class ErasureDto {
  @IdField('erasure') id: string;
  @EnumField(['running', 'completed']) status: 'running' | 'completed';
  @Sha256Field({ description: 'SHA-256 of the id, a line feed and the address in its one form' })
  addressSha256: string;
  @StringField({ description: 'Id of the member who asked, or `operator`' }) requestedBy: string;
  @TimestampField() requestedAt: string;
  @TimestampField({ nullable: true }) completedAt: string | null;
  @NestedListField(() => ErasureStepDto) services: ErasureStepDto[];
}

export class ErasurePageDto implements Page<ErasureDto> {
  @NestedListField(() => ErasureDto) data: ErasureDto[];
  @NextCursorField() nextCursor: string | null;
}

export function toErasure(erasure: Erasure): ErasureDto {
  const { id, addressSha256, requestedBy, requestedAt, completedAt, steps } = erasure;
  return {
    id,
    status: completedAt === null ? 'running' : 'completed',
    addressSha256,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    services: steps,
  };
}
