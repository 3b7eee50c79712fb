import { shownName } from './field-errors.js';

/** Names through which a copy would reach the prototype that objects share. */
const NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/**
 * Paths of members of those names in parsed JSON, at any depth, such as `contacts.0.__proto__`. Does not recurse, and stops
 * after `limit` of them.
 */
export function prototypeNamesIn(root: object, limit: number): string[] {
  const found: string[] = [];
  const pending: { value: object; path: string }[] = [{ value: root, path: '' }];
  for (let next = pending.pop(); next && found.length < limit; next = pending.pop()) {
    const { value, path } = next;
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      if (NAMES.has(name)) found.push(under(path, name));
      else if (typeof member === 'object' && member !== null)
        pending.push({ value: member, path: under(path, name) });
    }
  }
  return found.slice(0, limit);
}

function under(path: string, name: string): string {
  return path === '' ? shownName(name) : `${path}.${shownName(name)}`;
}
