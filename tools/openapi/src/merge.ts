// Puts the services' documents together into one list of operations and one set of schemas.
import { isDeepStrictEqual } from 'node:util';
import type { Schemas, Served, ServedOperation, ServiceDocument } from './document.js';
import { mapObjects, normalizeSchemas } from './normalize.js';

const SCHEMA_REF = '#/components/schemas/';

/** The name of the schema that an object refers to; undefined when it refers to none. */
function referredBy({ $ref }: Record<string, unknown>): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(SCHEMA_REF) ? $ref.slice(SCHEMA_REF.length) : undefined;
}

/** Same path whatever its parameters are called. */
export function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Names that services use for different schemas. */
function clashes(documents: ServiceDocument[]): Set<string> {
  const known = new Map<string, unknown>();
  const found = new Set<string>();
  for (const { document } of documents)
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      if (known.has(name) && !isDeepStrictEqual(known.get(name), schema)) found.add(name);
      else if (!known.has(name)) known.set(name, schema);
    }
  return found;
}

/** Names that two services use for different schemas get the service's name in front. */
function withoutClashes(documents: ServiceDocument[]): ServiceDocument[] {
  const clashing = clashes(documents);
  return documents.map(({ service, document }) => {
    const rename = (name: string): string => (clashing.has(name) ? `${pascal(service)}${name}` : name);
    const renamed = mapObjects(document, (node) => {
      const name = referredBy(node);
      return name === undefined ? node : { ...node, $ref: SCHEMA_REF + rename(name) };
    });
    const schemas = Object.entries(renamed.components?.schemas ?? {}).map(
      ([name, schema]) => [rename(name), schema] as const,
    );
    return {
      service,
      document: { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(schemas) } },
    };
  });
}

/** A handler that serves members as well as API keys is two operations, each with an id of its own. */
function withOwnIds(operations: ServedOperation[]): ServedOperation[] {
  const isOfMembers = ({ path }: ServedOperation): boolean => path.startsWith('/console/');
  const others = operations.filter((each) => !isOfMembers(each));
  const taken = new Set(others.map(({ operation }) => operation.operationId));
  return operations.map((each) => {
    const { operationId, 'x-member-operation-id': memberId } = each.operation;
    if (!isOfMembers(each) || operationId === undefined || !taken.has(operationId)) return each;
    return { ...each, operation: { ...each.operation, operationId: memberId ?? `${operationId}AsMember` } };
  });
}

/** Every operation of every service with its service, method and path, and all schemas. */
export function collect(documents: ServiceDocument[]): Served {
  const operations: ServedOperation[] = [];
  const schemas: Schemas = {};
  const clean = documents.map(({ service, document }) => ({ service, document: normalizeSchemas(document) }));
  for (const { service, document } of withoutClashes(clean)) {
    Object.assign(schemas, document.components?.schemas);
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        // HEAD answers wherever GET does.
        if (method !== 'head') operations.push({ service, method: method.toUpperCase(), path, operation });
      }
    }
  }
  return { operations: withOwnIds(operations), schemas };
}

/** The schemas that `root` leads to, by name. */
export function reachable(root: unknown, schemas: Schemas): Schemas {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    mapObjects(node, (each) => {
      const name = referredBy(each);
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        if (schemas[name] === undefined) throw new Error(`no schema is called ${name}`);
        visit(schemas[name]);
      }
      return each;
    });
  };
  visit(root);
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name]]));
}
