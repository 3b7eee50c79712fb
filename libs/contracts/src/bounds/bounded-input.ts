import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { AppError, type FieldError } from '../errors/app-error.js';
import { boundsOf, isObject, membersOf, type Class, type FieldBounds } from './field-bounds.js';
import { shownName, unknownField } from './field-errors.js';
import { prototypeNamesIn } from './prototype-names.js';

/** Problems that one answer names. */
export const MAX_ERRORS = 20;
/** Longer lists of small objects are checked item by item, without class-transformer. */
const LONG_LIST = 200;
/** Texts without a length of their own: ids, times, digests, addresses. */
const MAX_TEXT = 1_000;

/** A value that costs no more to transform and validate than its class allows. */
export interface BoundedInput {
  /** Fails and passes the same rules as the value, but holds neither free-form objects nor anything oversized. */
  reduced: Record<string, unknown>;
  /** What `reduced` leaves out, by name; to be assigned to the instance that was made of it. */
  kept: Record<string, unknown>;
  problems: FieldError[];
}

/**
 * Holds a value to the bounds of its class before class-transformer and class-validator walk it, in time linear in what is
 * looked at: an unknown member is not entered, and a list that is too long neither.
 * @throws AppError `invalid_input` when a free-form object is out of its own bounds.
 */
export function boundedInput(value: Record<string, unknown>, type: Class, explain: Explain): BoundedInput {
  return new Reduction(explain).object(value, type, '');
}

/** Turns class-validator's errors into ours; `parent` is the path of the validated object. */
export type Explain = (errors: ValidationError[], parent: string) => FieldError[];

class Reduction {
  private readonly problems: FieldError[] = [];

  constructor(private readonly explain: Explain) {}

  object(value: Record<string, unknown>, type: Class, path: string): BoundedInput {
    const members = membersOf(type);
    const reduced: Record<string, unknown> = {};
    const kept: Record<string, unknown> = {};
    for (const name in value) {
      if (this.problems.length >= MAX_ERRORS) break;
      if (!Object.hasOwn(value, name)) continue;
      const below = under(path, name);
      if (!members.has(name)) {
        this.problems.push(unknownField(below));
        continue;
      }
      const given = value[name];
      const bounds = boundsOf(type, name);
      const small = this.field(given, bounds, below);
      if (small === OUT_OF_BOUNDS) continue;
      reduced[name] = small;
      if (bounds.kind === 'freeForm' && isObject(given)) kept[name] = given;
      if (isLongList(given, bounds)) kept[name] = given;
    }
    return { reduced, kept, problems: this.problems };
  }

  private field(value: unknown, bounds: FieldBounds, path: string): unknown {
    if (typeof value === 'string') return shortened(value, bounds);
    if (typeof value !== 'object' || value === null) return value;
    if (bounds.kind === 'list' && Array.isArray(value)) return this.list(value, bounds, path);
    if (bounds.kind === 'texts' && Array.isArray(value)) return this.texts(value, bounds, path);
    if (bounds.kind === 'nested' && isObject(value)) return this.nested(value, bounds.type(), path);
    if (bounds.kind === 'freeForm' && isObject(value)) this.freeForm(value, bounds, path);
    // Of a wrong type, whatever is in it; or a free-form object, which goes its own way.
    return emptyLike(value);
  }

  private nested(value: Record<string, unknown>, type: Class, path: string): Record<string, unknown> {
    const { reduced, kept } = this.object(value, type, path);
    if (Object.keys(kept).length > 0)
      throw new Error(
        `${type.name}: free-form objects and long lists are fields of the outermost object only`,
      );
    return reduced;
  }

  private list(items: unknown[], bounds: Extract<FieldBounds, { kind: 'list' }>, path: string): unknown {
    if (items.length > bounds.maxItems) return this.tooLong(path, bounds.maxItems);
    const type = bounds.type();
    if (items.length > LONG_LIST) return this.longList(items, type, path);
    return items.map((item, index) =>
      isObject(item)
        ? this.nested(item, type, `${path}.${index}`)
        : this.field(item, { kind: 'plain' }, path),
    );
  }

  /** Items that fit pass at once; those that do not are validated one by one until there are errors enough. */
  private longList(items: unknown[], type: Class, path: string): unknown {
    const fits = fitsOf(type);
    for (const [index, item] of items.entries()) {
      if (this.problems.length >= MAX_ERRORS) break;
      if (fits(item)) continue;
      const at = `${path}.${index}`;
      if (!isObject(item)) {
        this.problems.push({ field: at, code: 'type', message: `${at} must be an object.` });
        continue;
      }
      const instance = plainToInstance(type, this.nested(item, type, at));
      this.problems.push(...this.explain(validateSync(instance), at));
    }
    return this.problems.length > 0 ? OUT_OF_BOUNDS : [items[0]];
  }

  private texts(items: unknown[], bounds: Extract<FieldBounds, { kind: 'texts' }>, path: string): unknown {
    if (items.length > bounds.maxItems) return this.tooLong(path, bounds.maxItems);
    const { maxLength } = bounds;
    return items.map((item) => this.field(item, { kind: 'plain', maxLength }, path));
  }

  private freeForm(
    value: Record<string, unknown>,
    { verbatim, check }: Extract<FieldBounds, { kind: 'freeForm' }>,
    path: string,
  ): void {
    check?.(value, path);
    if (verbatim) return;
    const left = MAX_ERRORS - this.problems.length;
    for (const found of prototypeNamesIn(value, left)) this.problems.push(unknownField(under(path, found)));
  }

  private tooLong(path: string, maxItems: number): typeof OUT_OF_BOUNDS {
    const message = `${path} must contain no more than ${maxItems} elements.`;
    this.problems.push({ field: path, code: 'length', message });
    return OUT_OF_BOUNDS;
  }
}

/** Of a field whose problem is named already: its other rules have nothing to look at. */
const OUT_OF_BOUNDS = Symbol('out of bounds');

function under(path: string, name: string): string {
  return path === '' ? shownName(name) : `${path}.${shownName(name)}`;
}

function isLongList(value: unknown, bounds: FieldBounds): boolean {
  return bounds.kind === 'list' && Array.isArray(value) && value.length > LONG_LIST;
}

/** Too long all the same, where it was: a character takes at most two code units. */
function shortened(text: string, bounds: FieldBounds): string {
  const most = 2 * longestOf(bounds) + 1;
  return text.length > most ? text.slice(0, most) : text;
}

function longestOf(bounds: FieldBounds): number {
  if (bounds.kind === 'plain') return bounds.maxLength ?? MAX_TEXT;
  // In a query a list is a text with commas.
  return bounds.kind === 'texts' ? bounds.maxItems * (bounds.maxLength + 1) : MAX_TEXT;
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : {};
}

/** Whether an item fits its class, decided without class-validator; false where only class-validator can tell. */
function fitsOf(type: Class): (item: unknown) => boolean {
  const members = [...membersOf(type)].map((name) => ({ name, bounds: boundsOf(type, name) }));
  const known = membersOf(type);
  return (item) => {
    if (!isObject(item)) return false;
    for (const name in item) if (!known.has(name)) return false;
    return members.every(({ name, bounds }) => bounds.kind === 'plain' && bounds.fits?.(item[name]) === true);
  };
}

/** 400 `invalid_input` naming the first bad field in `field` and the first twenty in `errors`. */
export function invalidInput(problems: FieldError[]): AppError {
  const [first] = problems;
  return new AppError('invalid_input', first?.message ?? 'The request failed validation.', {
    ...(first ? { field: first.field } : {}),
    errors: problems.slice(0, MAX_ERRORS),
  });
}
