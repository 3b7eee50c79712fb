import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, ValidateBy, validateSync, type ValidationError } from 'class-validator';

type Class<T extends object> = new () => T;

/** Validates what crosses the bus as `T`. */
export interface Rule<T> {
  /** Every problem as `member: reason`, without values; empty when the value fits. */
  problemsOf(value: unknown): string[];
  /** For the compiler only. */
  readonly type?: T;
}

/** An object of a class of ours. Members that the class does not declare are ignored: additions are compatible. */
export function objectOf<T extends object>(type: Class<T>): Rule<T> {
  return {
    problemsOf: (value) =>
      isObject(value)
        ? describe(validateSync(instanceOf(type, value), { forbidUnknownValues: false }))
        : ['not an object'],
  };
}

export function orNull<T>(rule: Rule<T>): Rule<T | null> {
  return { problemsOf: (value) => (value === null ? [] : rule.problemsOf(value)) };
}

export function listOf<T>(rule: Rule<T>): Rule<T[]> {
  return {
    problemsOf: (value) =>
      Array.isArray(value)
        ? value.flatMap((item, index) => rule.problemsOf(item).map((problem) => `${index}.${problem}`))
        : ['not a list'],
  };
}

/** A reply that says only that the command is done. */
export const nothing: Rule<null> = { problemsOf: (value) => (value === null ? [] : ['not null']) };

const AS_SENT = Symbol('as sent');

/**
 * Leaves a member out of class-transformer, whose time is quadratic in the number of an object's members. Its own rules
 * still apply, but none to what is inside it.
 */
export function AsSent(): PropertyDecorator {
  return (target, name) => Reflect.defineMetadata(AS_SENT, true, target, name);
}

/** A list that may have thousands of items: `fits` checks them in one loop instead of class-validator one by one. */
export function LongListField(
  what: string,
  fits: (item: unknown) => boolean,
  maxItems = 10_000,
): PropertyDecorator {
  const rule = ValidateBy({
    name: 'longList',
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= maxItems && value.every(fits),
      defaultMessage: (args) => `${args?.property} must be a list of at most ${maxItems} ${what}`,
    },
  });
  return (target, name) => {
    rule(target, name);
    AsSent()(target, name);
  };
}

const declared = new Map<Class<object>, string[]>();

/** Names of the members that the class has rules for. */
function membersOf(type: Class<object>): string[] {
  const known = declared.get(type);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  declared.set(type, names);
  return names;
}

/** Nested objects become instances of their classes, as class-validator needs them. */
function instanceOf<T extends object>(type: Class<T>, value: Record<string, unknown>): T {
  const transformed: Record<string, unknown> = {};
  const asSent: Record<string, unknown> = {};
  for (const name of membersOf(type)) {
    if (!Object.hasOwn(value, name)) continue;
    const kept = Reflect.getMetadata(AS_SENT, type.prototype as object, name) === true;
    (kept ? asSent : transformed)[name] = value[name];
  }
  return Object.assign(plainToInstance(type, transformed), asSent);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(errors: ValidationError[]): string[] {
  return errors.flatMap((error) => {
    const reasons = Object.values(error.constraints ?? {});
    const nested = describe(error.children ?? []).map((problem) => `${error.property}.${problem}`);
    return reasons.length > 0 ? [`${error.property}: ${reasons.join(', ')}`, ...nested] : nested;
  });
}
