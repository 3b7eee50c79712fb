import {
  EnumField,
  IntField,
  NestedListField,
  StringField,
  StringListField,
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from '@capture/contracts';

/** The most addresses of one call. */
const MOST_ADDRESSES = 1000;
const ADDRESSES = { minItems: 1, maxItems: MOST_ADDRESSES, maxLength: 254, example: ['gone@example.com'] };

export class CheckAddressesDto {
  @StringListField({ ...ADDRESSES, description: 'In any spelling, also what may be no address' })
  emails: string[];
}

export class CheckedAddressDto {
  @StringField({
    nullable: true,
    description: 'In the form in which addresses are compared; null for what is no address',
    example: 'gone@example.com',
  })
  email: string | null;

  @EnumField(SUPPRESSION_REASONS, { nullable: true, description: 'Null for what is not on the list' })
  reason: SuppressionReason | null;
}

export class CheckedAddressesDto {
  @NestedListField(() => CheckedAddressDto, {
    maxItems: MOST_ADDRESSES,
    description: 'One for each of the call, in its order',
  })
  data: CheckedAddressDto[];
}

export class SuppressAddressesDto {
  @StringListField(ADDRESSES) emails: string[];
  @EnumField(SUPPRESSION_REASONS, { optional: true, default: 'unsubscribed' })
  reason: SuppressionReason = 'unsubscribed';
}

export class SuppressedAddressesDto {
  @IntField({ description: 'Addresses that were not on the list', example: 1 }) added: number;
  @IntField({ description: 'Addresses that were; they keep their reason', example: 0 }) known: number;
}
