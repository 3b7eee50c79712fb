import { ValidateBy } from 'class-validator';
import { isCidr } from './address.model.js';

/** Composes with `StringListField`: each item is an address range (CIDR). */
export const IsCidrList = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isCidrList',
      validator: { validate: (value: unknown) => Array.isArray(value) && value.every(isCidr) },
    },
    { message: '$property must list address ranges such as 10.0.0.0/8' },
  );
