// Handlers that serve members and other callers by two paths: what Nest declares once has to be told apart in the documents.
import type { ServedOperation } from './document.js';

const CONSOLE = '/console/api/';
const OPERATOR_TAG = /^Operator: (\w)/;

function pathParameters(path: string, operation: ServedOperation['operation']) {
  const stated = operation.parameters ?? [];
  const missing = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !stated.some((each) => each.in === 'path' && each.name === name))
    .map((name) => ({ name, required: true, in: 'path', schema: { type: 'string' } }));
  return [...missing, ...stated];
}

/**
 * The operations as the documents show them: the path of members has an id and a tag of its own, and no other path an action.
 * Parameters that a handler takes from the call instead of the path are stated.
 */
export function withSharedApart(operations: readonly ServedOperation[]): ServedOperation[] {
  const elsewhere = new Set(
    operations.filter(({ path }) => !path.startsWith(CONSOLE)).map(({ operation }) => operation.operationId),
  );
  return operations.map((served) => {
    const { path, operation } = served;
    const parameters = pathParameters(path, operation);
    if (!path.startsWith(CONSOLE)) {
      const { 'x-action': _action, ...rest } = operation;
      return { ...served, operation: { ...rest, parameters } };
    }
    const { operationId, tags } = operation;
    const named = elsewhere.has(operationId)
      ? {
          operationId: `${operationId}AsMember`,
          tags: tags?.map((tag) => tag.replace(OPERATOR_TAG, (_all, first: string) => first.toUpperCase())),
        }
      : {};
    return { ...served, operation: { ...operation, ...named, parameters } };
  });
}
