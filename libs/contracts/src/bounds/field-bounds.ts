import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';

export type Class<T extends object = object> = new () => T;

/** How large a field may be, for what has to hold before class-transformer and class-validator walk a value. */
export type FieldBounds =
  /** `maxLength`: characters of the text, where the field is one. */
  | { kind: 'plain'; maxLength?: number; fits?: (value: unknown) => boolean }
  | { kind: 'nested'; type: () => Class }
  | { kind: 'list'; maxItems: number; type: () => Class }
  | { kind: 'texts'; maxItems: number; maxLength: number }
  /**
   * An object of the caller's own shape. `verbatim`: taken from the text of the body, so that its members may have any
   * name. `check` throws when it is out of bounds; it gets the path of the field.
   */
  | { kind: 'freeForm'; verbatim: boolean; check?: (value: Record<string, unknown>, path: string) => void };

const BOUNDS = Symbol('bounds');
const AS_SENT = Symbol('as sent');

/** Remembers the bounds of a field of a class. */
export function Bounded(bounds: FieldBounds): PropertyDecorator {
  return (target, name) => Reflect.defineMetadata(BOUNDS, bounds, target, name);
}

/** Bounds of a field; fields without a decorator of ours are plain. */
export function boundsOf(type: Class, name: string): FieldBounds {
  const known = Reflect.getMetadata(BOUNDS, type.prototype as object, name) as FieldBounds | undefined;
  return known ?? { kind: 'plain' };
}

/**
 * Leaves a field out of class-transformer, whose time is quadratic in the number of an object's members. Its own rules
 * still apply, but none to what is inside it.
 */
export function AsSent(): PropertyDecorator {
  return (target, name) => Reflect.defineMetadata(AS_SENT, true, target, name);
}

/** Whether class-transformer must not see the field: free-form objects and what is marked `AsSent`. */
export function isAsSent(type: Class, name: string): boolean {
  if (boundsOf(type, name).kind === 'freeForm') return true;
  return Reflect.getMetadata(AS_SENT, type.prototype as object, name) === true;
}

const declared = new Map<Class, ReadonlySet<string>>();

/** Names of the members that the class has rules for. */
export function membersOf(type: Class): ReadonlySet<string> {
  const known = declared.get(type);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  declared.set(type, names);
  return names;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
