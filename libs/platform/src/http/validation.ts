import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { AppError, isVerbatim, ONE_LINE, type FieldError } from '@capture/contracts';
import { dropPrototypeNames } from './prototype-names.js';

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
};

const ORDER = ['unknown_field', 'type'];

/** The broken rule that explains the others: a number of the wrong type has no length to report. */
function mostBasic(broken: [string, string][]): [string, string] | [] {
  const rank = ([constraint]: [string, string]): number => {
    const place = ORDER.indexOf(CODES[constraint] ?? '');
    return place === -1 ? ORDER.length : place;
  };
  return broken.toReversed().toSorted((a, b) => rank(a) - rank(b))[0] ?? [];
}

function flatten(errors: ValidationError[], parent: string): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const [constraint, message] = mostBasic(Object.entries(error.constraints ?? {}));
    const own: FieldError[] =
      constraint === undefined
        ? []
        : [
            describe(
              field,
              error.value === undefined ? 'required' : (CODES[constraint] ?? 'format'),
              message ?? '',
            ),
          ];
    return [...own, ...flatten(error.children ?? [], field)];
  });
}

function describe(field: string, code: string, message: string): FieldError {
  if (code === 'required') return { field, code, message: `${field} is required.` };
  if (code === 'unknown_field') return { field, code, message: `${field} is not a field of this request.` };
  return { field, code, message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` };
}

/** 400 `invalid_input` naming the first bad field in `field` and every one in `errors`. */
export function toInvalidInput(errors: ValidationError[]): AppError {
  return invalidInput(flatten(errors, ''));
}

function invalidInput(list: FieldError[]): AppError {
  const first = list[0];
  return new AppError('invalid_input', first?.message ?? 'The request failed validation.', {
    ...(first ? { field: first.field } : {}),
    errors: list,
  });
}

/** Validation recurses into bodies: a deeper one could overflow the stack. */
const MAX_DEPTH = 200;

/** True when objects and lists are nested more than `limit` deep. Does not recurse. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    level = level.filter((item) => typeof item === 'object' && item !== null);
  }
  return false;
}

/** Nest's pipe would pass lists, strings and numbers unchecked: no class describes them. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of a body or a query that no class can have, and that class-transformer would silently drop. */
function impossibleFields(value: unknown, { metatype }: ArgumentMetadata): FieldError[] {
  return dropPrototypeNames(value)
    .filter((path) => !isVerbatim(metatype, path.split('.', 1)[0] ?? ''))
    .map((path) => describe(path, 'unknown_field', ''));
}

class InputPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'param' && typeof value === 'string' && !ONE_LINE.test(value)) {
      throw new AppError('not_found', 'No object can have this id.');
    }
    if (metadata.type === 'body' && value !== undefined && value !== null && !isObject(value)) {
      throw new AppError('invalid_input', 'The body must be a JSON object.');
    }
    if (metadata.type === 'body' && isDeeperThan(value, MAX_DEPTH)) {
      throw new AppError('invalid_input', `The body is nested more than ${MAX_DEPTH} levels deep.`);
    }
    const impossible =
      metadata.type === 'body' || metadata.type === 'query' ? impossibleFields(value, metadata) : [];
    if (impossible.length > 0) throw invalidInput(impossible);
    return super.transform(value, metadata);
  }
}

/** Refuses unknown members, makes nested objects instances of their classes, coerces nothing silently. */
export function validationPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: false, value: true },
    exceptionFactory: toInvalidInput,
  });
}
