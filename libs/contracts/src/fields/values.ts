import {
  IsBoolean,
  IsByteLength,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  Validate,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { Bounded } from '../bounds/field-bounds.js';
import { ID_PREFIXES, isId, type IdKind } from '../ids.js';
import { addressForm } from './address.js';
import { field, fromText, type FieldOptions } from './field.js';
import { isStorable, MEANINGS, VISIBLE_NAME } from './text.js';

@ValidatorConstraint({ name: 'isStorable' })
class IsStorable implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value !== 'string' || isStorable(value);
  }

  defaultMessage(args: ValidationArguments): string {
    return `${args.property} must not contain NUL or half a character`;
  }
}

export function StringField(
  options: FieldOptions & {
    min?: number;
    max?: number;
    pattern?: RegExp;
    format?: string;
    /** Checked elsewhere and never stored: may hold what PostgreSQL cannot store. */
    unstored?: boolean;
  } = {},
): PropertyDecorator {
  const { min = 1, max = 1000, pattern, format, unstored } = options;
  const rules = [
    Bounded({ kind: 'plain', maxLength: max }),
    IsString(),
    Length(min, max),
    ...(unstored ? [] : [Validate(IsStorable)]),
  ];
  if (pattern) rules.push(matching(pattern));
  return field(
    options,
    {
      type: String,
      minLength: min,
      maxLength: max,
      ...(pattern ? { pattern: pattern.source } : {}),
      ...(format ? { format } : {}),
    },
    rules,
  );
}

function matching(pattern: RegExp): PropertyDecorator {
  const meaning = MEANINGS.get(pattern);
  return Matches(pattern, meaning === undefined ? {} : { message: `$property ${meaning}` });
}

/** A secret of a process, given by its environment: at least 32 bytes, because it protects what others store or sign. */
export function SecretField(options: FieldOptions = {}): PropertyDecorator {
  const message = '$property must be a secret of at least 32 bytes';
  const api = { type: String, minLength: 32, maxLength: 500 };
  return field(options, api, [IsString(), IsByteLength(32, 500, { message })]);
}

export function IntField(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const parse = (text: string): unknown => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
  return field(options, { type: 'integer', minimum: min, maximum: max }, [
    ...fromText(options, parse),
    Bounded({
      kind: 'plain',
      fits: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    }),
    IsInt(),
    Min(min),
    Max(max),
  ]);
}

export function NumberField(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const parse = (text: string): unknown => (text.trim() === '' ? text : Number(text));
  return field(options, { type: 'number', minimum: min, maximum: max }, [
    ...fromText(options, parse),
    IsNumber({ allowNaN: false, allowInfinity: false }),
    Min(min),
    Max(max),
  ]);
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const parse = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
  return field(options, { type: Boolean }, [...fromText(options, parse), IsBoolean()]);
}

export function EnumField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, enum: [...values] }, [IsIn([...values])]);
}

@ValidatorConstraint({ name: 'isVisibleName' })
class IsVisibleName implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value !== 'string' || VISIBLE_NAME.test(value);
  }

  defaultMessage(args: ValidationArguments): string {
    return `${args.property} must show something, on one line, without invisible characters or ones that turn the direction of text`;
  }
}

/** What something or a person is called, as others will read it. At most 200 characters unless given. */
export function NameField(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 200 } = options;
  return field(options, { type: String, minLength: 1, maxLength: max }, [
    Bounded({ kind: 'plain', maxLength: max }),
    IsString(),
    Length(1, max),
    Validate(IsVisibleName),
  ]);
}

@ValidatorConstraint({ name: 'isEmail' })
class IsEmailAddress implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && addressForm(value) !== undefined;
  }

  defaultMessage(args: ValidationArguments): string {
    return `${args.property} must be an email address without invisible characters`;
  }
}

/** An e-mail address in any spelling; compare and look up its `addressForm`. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'idn-email', maxLength: 254 }, [
    IsString(),
    Length(3, 254),
    Validate(IsEmailAddress),
  ]);
}

@ValidatorConstraint({ name: 'isId' })
class IsIdOfKind implements ValidatorConstraintInterface {
  validate(value: unknown, args: ValidationArguments): boolean {
    return isId(args.constraints[0] as IdKind, value);
  }

  defaultMessage(args: ValidationArguments): string {
    return `${args.property} must be an id that starts with ${ID_PREFIXES[args.constraints[0] as IdKind]}_`;
  }
}

/** An id of the given kind, for instance `IdField('recording')` takes `rec_…`. */
export function IdField(kind: IdKind, options: FieldOptions = {}): PropertyDecorator {
  const pattern = `^${ID_PREFIXES[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;
  return field(options, { type: String, pattern }, [Validate(IsIdOfKind, [kind])]);
}

/** RFC 3339, the part of ISO 8601 that every date library reads. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const FIRST_INSTANT = Date.parse('1000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Other years are written with more digits or fewer, and read as something else by the next who gets them. */
@ValidatorConstraint({ name: 'isFourDigitYear' })
class IsFourDigitYear implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    if (typeof value !== 'string' || !TIMESTAMP.test(value)) return true;
    const instant = Date.parse(value);
    return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
  }

  defaultMessage(args: ValidationArguments): string {
    return `${args.property} must lie in the years 1000 to 9999 (UTC)`;
  }
}

/** ISO 8601 with a zone, as text, from year 1000 to 9999 in UTC. */
export function TimestampField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'date-time' }, [
    IsString(),
    IsISO8601({ strict: true, strictSeparator: true }),
    Matches(TIMESTAMP, {
      message: '$property must be a UTC timestamp such as 2026-01-31T12:00:00.000Z',
    }),
    Validate(IsFourDigitYear),
  ]);
}

/** Lower-case hex SHA-256. */
export function Sha256Field(options: FieldOptions = {}): PropertyDecorator {
  const pattern = /^[0-9a-f]{64}$/;
  return field(options, { type: String, pattern: pattern.source }, [
    Bounded({ kind: 'plain', fits: (value) => typeof value === 'string' && pattern.test(value) }),
    IsString(),
    Matches(pattern),
  ]);
}
