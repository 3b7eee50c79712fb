import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { Bounded } from '../bounds/field-bounds.js';
import { field, fromText, type FieldOptions } from './field.js';

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
  options: ListOptions & { values?: readonly string[]; maxLength?: number; pattern?: RegExp } = {},
): PropertyDecorator {
  const { minItems = 0, maxItems = 100, values, maxLength = 1000, pattern } = options;
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
      ...(pattern ? [Matches(pattern, { each: true })] : []),
    ],
  );
}

/** A list of whole numbers in an answer. */
export function IntListField(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  const items = { type: 'integer', minimum: options.min ?? 0 };
  return field(options, { type: 'array', items } as ApiPropertyOptions, [IsArray(), IsInt({ each: true })]);
}
