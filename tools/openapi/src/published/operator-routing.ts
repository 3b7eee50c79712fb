// Whether the gateway's table of operator prefixes sends every operation to the service that has it.
import type { ServedOperation } from '../document.js';

interface Prefix {
  prefix: string;
  service: string;
}

type Routed = Pick<ServedOperation, 'service' | 'method' | 'path'>;

/** The gateway takes the longest prefix, and so does this. */
function prefixOf(prefixes: readonly Prefix[], path: string): Prefix | undefined {
  const matching = prefixes.filter(({ prefix }) => {
    const written = prefix.replace(/:(\w+)/g, '{$1}');
    return path === written || path.startsWith(`${written}/`);
  });
  return matching.sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

/** What table and services say differently about operators' routes; empty when they agree. */
export function misroutedOperations(prefixes: readonly Prefix[], operations: readonly Routed[]): string[] {
  return operations.flatMap(({ service, method, path }) => {
    const found = prefixOf(prefixes, path);
    if (found && ['every', service].includes(found.service)) return [];
    const instead = found
      ? `the operator prefixes send it to ${found.service}`
      : 'no operator prefix routes it';
    return [`${service} ${method} ${path}: ${instead}`];
  });
}
