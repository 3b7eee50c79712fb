import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import {
  AppError,
  boundedInput,
  invalidInput,
  isObject,
  MAX_ERRORS,
  ONE_LINE,
  type Class,
  type FieldError,
} from '@capture/contracts';
import { UnreadableBody } from '../call/json-body.js';
import { rememberRules } from './validation-rules.js';

rememberRules();

/** class-validator's constraint names → the stable codes of `errors[].code`. */
const CODES: Record<string, string> = {
  whitelistValidation: 'unknown_field',
  isString: 'type',
  isInt: 'type',
  isNumber: 'type',
  isBoolean: 'type',
  isObject: 'type',
  isArray: 'type',
  isIn: 'not_allowed',
  isLength: 'length',
  arrayMinSize: 'length',
  arrayMaxSize: 'length',
  min: 'out_of_range',
  max: 'out_of_range',
  isFourDigitYear: 'out_of_range',
};

/** The broken rule that explains the others: a number of the wrong type has no length to report, and what is no list no items. */
function mostBasic(broken: [string, string][]): [string, string] | [] {
  return broken.toReversed().toSorted(([a], [b]) => rank(a) - rank(b))[0] ?? [];
}

function rank(constraint: string): number {
  if (constraint === 'whitelistValidation') return 0;
  if (constraint === 'isArray') return 1;
  return CODES[constraint] === 'type' ? 2 : 3;
}

function flatten(errors: ValidationError[], parent: string): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const [constraint, message = ''] = mostBasic(Object.entries(error.constraints ?? {}));
    const children = flatten(error.children ?? [], field);
    if (constraint === undefined) return children;
    const code = error.value === undefined ? 'required' : (CODES[constraint] ?? 'format');
    return [{ field, code, message: sentence(field, code, error.property, message) }, ...children];
  });
}

/** Names the field as the caller knows it: class-validator's `message` begins with its last name, `property`, alone. */
function sentence(field: string, code: string, property: string, message: string): string {
  if (code === 'required') return `${field} is required.`;
  if (message.startsWith(`${property} `)) return `${field}${message.slice(property.length)}.`;
  const each = `each value in ${property} `;
  if (message.startsWith(each)) return `Each value in ${field} ${message.slice(each.length)}.`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** Nest's pipe would pass lists, strings and numbers unchecked: no class describes them. */
function isClass(metatype: ArgumentMetadata['metatype']): metatype is Class {
  return metatype !== undefined && !UNCHECKED.has(metatype);
}

const UNCHECKED: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object, Buffer]);

/**
 * class-transformer removes repeated keys in time quadratic in an object's members, and both libraries recurse into
 * everything that they are given: so they get a value that is within the bounds of its class (ADR 21).
 */
class InputPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (value instanceof UnreadableBody) throw value.problem;
    if (type === 'param' && typeof value === 'string' && !ONE_LINE.test(value)) {
      throw new AppError('not_found', 'No object can have this id.');
    }
    if (type === 'body' && value !== undefined && value !== null && !isObject(value)) {
      throw new AppError('invalid_input', 'The body must be a JSON object.');
    }
    if (!isObject(value) || !isClass(metatype)) return super.transform(value, metadata);
    const { reduced, kept, problems } = boundedInput(value, metatype, flatten);
    if (problems.length >= MAX_ERRORS) throw invalidInput(problems);
    const instance: unknown = await super.transform(reduced, metadata).catch((error: unknown) => {
      throw error instanceof AppError ? withBefore(problems, error) : error;
    });
    if (problems.length > 0) throw invalidInput(problems);
    return Object.assign(instance as object, kept);
  }
}

/** What class-validator found, after what was found before it ran. */
function withBefore(problems: FieldError[], { extras }: AppError): AppError {
  const known = new Set(problems.map(({ field }) => field));
  return invalidInput([...problems, ...(extras.errors ?? []).filter(({ field }) => !known.has(field))]);
}

/** Refuses unknown members, makes nested objects instances of their classes, coerces nothing silently. */
export function validationPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: false, value: true },
    exceptionFactory: (errors) => invalidInput(flatten(errors, '')),
  });
}
