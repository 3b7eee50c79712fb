import type { FieldError } from '../errors/app-error.js';

/** Characters of a caller's own name that an answer repeats. */
const SHOWN = 100;

/** A member's name as errors show it. */
export function shownName(name: string): string {
  return name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
}

export function unknownField(field: string): FieldError {
  return { field, code: 'unknown_field', message: `${field} is not a field of this request.` };
}
