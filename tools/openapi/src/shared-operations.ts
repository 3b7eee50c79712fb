// Handlers that serve operators and members by two paths: what Nest declares once has to be told apart in the documents.
import type { ServedOperation } from './document.js';

const CONSOLE = '/console/api/';
const OPERATOR = '/operator/';
const OPERATOR_TAG = /^Operator: (\w)/;

/** Parameters that a handler takes from the call instead of the path are stated. */
function pathParameters(path: string, operation: ServedOperation['operation']) {
  const stated = operation.parameters ?? [];
  const missing = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !stated.some((each) => each.in === 'path' && each.name === name))
    .map((name) => ({ name, required: true, in: 'path', schema: { type: 'string' } }));
  return [...missing, ...stated];
}

/** The operations as the documents show them: the path of members has a tag of its own, and that of operators no action. */
export function withSharedApart(operations: readonly ServedOperation[]): ServedOperation[] {
  return operations.map((served) => {
    const { path, operation } = served;
    const parameters = pathParameters(path, operation);
    if (path.startsWith(OPERATOR)) {
      const { 'x-action': _action, ...rest } = operation;
      return { ...served, operation: { ...rest, parameters } };
    }
    if (!path.startsWith(CONSOLE)) return { ...served, operation: { ...operation, parameters } };
    const own = (tag: string): string =>
      tag.replace(OPERATOR_TAG, (_all, first: string) => first.toUpperCase());
    return { ...served, operation: { ...operation, tags: (operation.tags ?? []).map(own), parameters } };
  });
}
