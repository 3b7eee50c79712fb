/** What only some validators know: flags cannot be written into a document, and these mean nothing without one. */
const NEEDS_FLAG = /\\p\{|\\P\{|\(\?[a-z]/;

/**
 * Patterns of a document that are outside of what JSON Schema calls interoperable: those that do not compile, or that mean
 * something else without a flag.
 */
export function patternFaults(name: string, document: unknown): string[] {
  return [...patternsIn(document)].flatMap((pattern) =>
    isInteroperable(pattern) ? [] : [`${name}: the pattern ${pattern} needs a flag`],
  );
}

function isInteroperable(pattern: string): boolean {
  if (NEEDS_FLAG.test(pattern)) return false;
  try {
    return ['', 'u'].every((flags) => new RegExp(pattern, flags) instanceof RegExp);
  } catch {
    return false;
  }
}

function patternsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    if (name === 'pattern' && typeof value === 'string') found.add(value);
    else patternsIn(value, found);
  }
  return found;
}
