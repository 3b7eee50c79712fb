import {
  EmailField,
  EnumField,
  IdField,
  NestedListField,
  NextCursorField,
  NameField,
  StringField,
  SUPPRESSION_REASONS,
  TimestampField,
  type Page,
  type SuppressionReason,
} from '@capture/contracts';
import type { Contact } from './contact.model.js';

const NAME = { example: 'Ada Okafor' };
const EMAIL = { example: 'ada@example.com' };

export class InviteeDto {
  @EmailField(EMAIL) email: string;
  @NameField(NAME) name: string;
}

export class AddContactsDto {
  @NestedListField(() => InviteeDto, { minItems: 1, maxItems: 100 }) contacts: InviteeDto[];
}

export class ContactDto {
  @IdField('contact') id: string;
  @EmailField(EMAIL) email: string;
  @NameField(NAME) name: string;
  @StringField({
    optional: true,
    format: 'uri',
    description:
      'Personal link, whose `k` is the key. A capability: shown only to keys that hold capture_requests:write',
    example: 'http://localhost:8080/r/cnt_01kaj3q9s0f0a8w9n1m5c7x2b4?k=…',
  })
  link?: string;
  @EnumField(['invited', 'submitted']) status: 'invited' | 'submitted';
  @TimestampField() createdAt: string;
  @TimestampField({ nullable: true }) lastSubmissionAt: string | null;
}

export class SuppressedContactDto {
  @EmailField(EMAIL) email: string;
  @EnumField(SUPPRESSION_REASONS) reason: SuppressionReason;
}

export class AddedContactsDto {
  @NestedListField(() => ContactDto) data: ContactDto[];
  @NestedListField(() => SuppressedContactDto, { description: 'Addresses that were skipped' })
  suppressed: SuppressedContactDto[];
}

export class ContactPageDto implements Page<ContactDto> {
  @NestedListField(() => ContactDto) data: ContactDto[];
  @NextCursorField({ description: 'Id of the last item; null on the last page' })
  nextCursor: string | null;
}

export function toContactDto(contact: Contact, link: string | undefined): ContactDto {
  return {
    id: contact.id,
    email: contact.email,
    name: contact.name,
    ...(link === undefined ? {} : { link }),
    status: contact.lastSubmissionAt ? 'submitted' : 'invited',
    createdAt: contact.createdAt.toISOString(),
    lastSubmissionAt: contact.lastSubmissionAt?.toISOString() ?? null,
  };
}
