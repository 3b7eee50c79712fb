import { plainToInstance } from 'class-transformer';
import { isAsSent, membersOf, type Class } from './field-bounds.js';

/**
 * An instance of the class, its nested objects of theirs, as class-validator needs them. Members that are `AsSent` or
 * free-form stay the objects they are. Members that the class does not declare are left out.
 */
export function instanceOf<T extends object>(type: Class<T>, value: object): T {
  const declared = [...membersOf(type)].filter((name) => Object.hasOwn(value, name));
  return transformed(type, value, declared);
}

/** The same with the members that the class does not declare. */
export function openInstanceOf<T extends object>(type: Class<T>, value: object): T {
  return transformed(type, value, Object.keys(value));
}

function transformed<T extends object>(type: Class<T>, value: object, names: string[]): T {
  const seen: Record<string, unknown> = {};
  const asSent: Record<string, unknown> = {};
  for (const name of names)
    (isAsSent(type, name) ? asSent : seen)[name] = (value as Record<string, unknown>)[name];
  return Object.assign(plainToInstance(type, seen), asSent);
}
