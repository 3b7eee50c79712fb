/** Names through which a copy would reach the prototype that objects share. */
const NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/**
 * Removes members of those names from parsed JSON, at any depth, against prototype pollution. Does not recurse.
 * @returns their paths, such as `contacts.0.__proto__`.
 */
export function dropPrototypeNames(root: unknown): string[] {
  const found: string[] = [];
  const pending: { value: unknown; path: string }[] = [{ value: root, path: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const name of Object.keys(value)) {
      const below = path === '' ? name : `${path}.${name}`;
      if (NAMES.has(name)) {
        found.push(below);
        Reflect.deleteProperty(value, name);
      } else pending.push({ value: (value as Record<string, unknown>)[name], path: below });
    }
  }
  return found;
}
