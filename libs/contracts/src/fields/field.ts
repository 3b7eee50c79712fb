import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';

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

/** Puts together what documents a field and what checks it. */
export function field(
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

/** Coerces a value that arrives as text. */
export function fromText(options: FieldOptions, parse: (text: string) => unknown): PropertyDecorator[] {
  return options.text
    ? [Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parse(value) : value))]
    : [];
}
