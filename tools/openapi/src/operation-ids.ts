import type { ServedOperation } from './document.js';

const MISSING = 'missing:';
const FORM = /^[a-z]+[A-Z][A-Za-z]*$/;

/** A handler that states its operationId, as `Controller.method`. */
export interface Handler {
  operationId: string;
  name: string;
}

/** Stands for the id of an operation that states none. */
export function placeholderId(controller: string, method: string): string {
  return `${MISSING}${controller}.${method}`;
}

/** Operations whose id is missing, not a verbNoun, or that of another route. `handlers` are those of all services. */
export function idFaults(operations: ServedOperation[], handlers: Handler[]): string[] {
  const routesById = new Map<string, Set<string>>();
  for (const { method, path, operation } of operations) {
    const id = operation.operationId ?? '';
    routesById.set(id, (routesById.get(id) ?? new Set()).add(`${method} ${path}`));
  }
  return [...routesById].flatMap(([id, routes]) => {
    const where = [...routes].join(', ');
    if (id.startsWith(MISSING)) return [`${id.slice(MISSING.length)} (${where}): has no operationId`];
    const names = new Set(handlers.filter(({ operationId }) => operationId === id).map(({ name }) => name));
    const who = `${[...names].join(', ')} (${where})`;
    if (!FORM.test(id)) return [`${who}: operationId "${id}" is not of the form verbNoun`];
    return routes.size > 1 ? [`${who}: share the operationId "${id}"`] : [];
  });
}
