import { BooleanField, EnumField, NestedListField, StringField, TimestampField } from '@capture/contracts';
import { DOMAIN_STATUSES, recordOf, statusOf, type MailDomain } from './mail-domain.model.js';

const DOMAIN = { max: 253, description: 'A domain of mail', example: 'acme.example' };
const STATUS = `\`missing\`: its record is gone. \`lapsed\`: for 30 days, so that it ties no new identities; sign-ins of people who are tied go on`;

export class AddMailDomainDto {
  @StringField(DOMAIN) domain: string;
}

export class MailDomainDto {
  @StringField(DOMAIN) domain: string;
  @StringField({
    max: 100,
    description:
      'The text of a TXT record of the domain, by which the organization proves that it is its own',
    example: 'capture-domain-verification=…',
  })
  record: string;
  @EnumField(DOMAIN_STATUSES, { description: STATUS }) status: string;
  @BooleanField({ description: 'The operator vouches for it, and no record is asked for' }) vouched: boolean;
  @TimestampField({ nullable: true, description: 'When its record was first seen' }) provenAt: string | null;
  @TimestampField({ nullable: true, description: 'When its record was last seen' }) seenAt: string | null;
  @TimestampField({ nullable: true, description: 'Since when its record is gone' })
  missingSince: string | null;
  @TimestampField() createdAt: string;
}

export class MailDomainListDto {
  @NestedListField(() => MailDomainDto, { description: '50 at most, in alphabetical order' })
  data: MailDomainDto[];
}

export function toMailDomain(row: MailDomain, now: Date): MailDomainDto {
  const { domain, vouched } = row;
  return {
    domain,
    record: recordOf(row),
    status: statusOf(row, now),
    vouched,
    provenAt: row.provenAt?.toISOString() ?? null,
    seenAt: row.seenAt?.toISOString() ?? null,
    missingSince: row.missingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
