import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsByteLength,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { addressForm } from './address.js';
import { Bounded } from './bounds/field-bounds.js';
import { ID_PREFIXES, isId, type IdKind } from './ids.js';
import { LONE_SURROGATE, VISIBLE_NAME } from './text.js';

/**
 * One decorator per kind of field: validation rule, OpenAPI and coercion in one place, the same for
 * bodies, queries, events and the environment.
 */
export interface FieldOptions {
  /** May be left out. An explicit `null` is not the same as leaving out: see `nullable`. */
  optional?: boolean;
  /** May be `null`. */
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
  /** The value arrives as text (query string, environment) and is coerced. */
  text?: boolean;
}

type Rule = MethodDecorator & PropertyDecorator;

function field(
  options: FieldOptions,
  api: ApiPropertyOptions,
  rules: PropertyDecorator[],
): PropertyDecorator {
  const { optional, nullable, description, example } = options;
  const documented = {
    ...api,
    description,
    example,
    default: options.default,
    ...(nullable ? { nullable: true } : {}),
  };
  const decorators: PropertyDecorator[] = [
    optional
      ? ApiPropertyOptional(documented as ApiPropertyOptions)
      : ApiProperty(documented as ApiPropertyOptions),
  ];
  if (optional) decorators.push(ValidateIf((_object, value) => value !== undefined));
  if (nullable) decorators.push(ValidateIf((_object, value) => value !== null));
  return applyDecorators(...([...decorators, ...rules] as Rule[]));
}

function fromText(options: FieldOptions, parse: (text: string) => unknown): PropertyDecorator[] {
  return options.text
    ? [Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parse(value) : value))]
    : [];
}

@ValidatorConstraint({ name: 'isStorable' })
class IsStorable implements ValidatorConstraintInterface {
  /** PostgreSQL refuses NUL in a text, and a lone surrogate would be stored as another character. */
  validate(value: unknown): boolean {
    return typeof value !== 'string' || !(value.includes('\0') || LONE_SURROGATE.test(value));
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
  if (pattern) rules.push(Matches(pattern));
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

/** ISO 8601 with a zone, as text. */
export function TimestampField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, format: 'date-time' }, [
    IsString(),
    IsISO8601({ strict: true, strictSeparator: true }),
    Matches(TIMESTAMP, {
      message: '$property must be a UTC timestamp such as 2026-01-31T12:00:00.000Z',
    }),
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

export interface ObjectOptions extends FieldOptions {
  /** Taken from the text of the body, not from the parsed value, so that its members may have any name. */
  verbatim?: boolean;
  /** Throws when the object is out of its bounds, naming a member under `path`, the field's own. */
  check?: (value: Record<string, unknown>, path: string) => void;
}

/** A JSON object of the caller's own shape. */
export function ObjectField(options: ObjectOptions = {}): PropertyDecorator {
  const { verbatim = false, check } = options;
  return field(options, { type: 'object', additionalProperties: true } as ApiPropertyOptions, [
    Bounded({ kind: 'freeForm', verbatim, ...(check && { check }) }),
    IsObject(),
  ]);
}

/** A nested object of a class of ours. Swagger takes a function for a lazy type only when it is called `type`. */
export function NestedField(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: () => type() } as ApiPropertyOptions, [
    Bounded({ kind: 'nested', type }),
    IsObject(),
    ValidateNested(),
    Type(type),
  ]);
}

export interface ListOptions extends FieldOptions {
  minItems?: number;
  maxItems?: number;
}

/** A list of nested objects of a class of ours. */
export function NestedListField(type: () => new () => object, options: ListOptions = {}): PropertyDecorator {
  const { minItems = 0, maxItems = 1000 } = options;
  return field(options, { type: () => type(), isArray: true, minItems, maxItems } as ApiPropertyOptions, [
    Bounded({ kind: 'list', type, maxItems }),
    IsArray(),
    ArrayMinSize(minItems),
    ArrayMaxSize(maxItems),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(type),
  ]);
}

/** A list of strings, each from `values` where given. */
export function StringListField(
  options: ListOptions & { values?: readonly string[]; maxLength?: number } = {},
): PropertyDecorator {
  const { minItems = 0, maxItems = 100, values, maxLength = 1000 } = options;
  const split = (text: string): unknown =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return field(
    options,
    {
      type: String,
      isArray: true,
      minItems,
      maxItems,
      ...(values ? { enum: [...values] } : {}),
    } as ApiPropertyOptions,
    [
      ...fromText(options, split),
      Bounded({ kind: 'texts', maxItems, maxLength }),
      IsArray(),
      ArrayMinSize(minItems),
      ArrayMaxSize(maxItems),
      IsString({ each: true }),
      Length(1, maxLength, { each: true }),
      ...(values ? [IsIn([...values], { each: true })] : []),
    ],
  );
}

/** A list of whole numbers in an answer. */
export function IntListField(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  const items = { type: 'integer', minimum: options.min ?? 0 };
  return field(options, { type: 'array', items } as ApiPropertyOptions, [IsArray(), IsInt({ each: true })]);
}
