import 'reflect-metadata';
import { ValidateBy, validateSync, type ValidationError } from 'class-validator';
import { AsSent, isObject, type Class } from '../bounds/field-bounds.js';
import { instanceOf } from '../bounds/instance.js';

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

function describe(errors: ValidationError[]): string[] {
  return errors.flatMap((error) => {
    const reasons = Object.values(error.constraints ?? {});
    const nested = describe(error.children ?? []).map((problem) => `${error.property}.${problem}`);
    return reasons.length > 0 ? [`${error.property}: ${reasons.join(', ')}`, ...nested] : nested;
  });
}
