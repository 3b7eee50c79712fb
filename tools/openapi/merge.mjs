// Puts the services' documents together into the two that are published: the public API and the operator API.
import { isDeepStrictEqual } from 'node:util';
import { mapObjects, normalizeSchemas } from './normalize.mjs';

const SCHEMA_REF = '#/components/schemas/';

/** Same path whatever its parameters are called. */
export const shapeOf = (path) => path.replace(/\{\w+\}/g, '{}');

function pascal(name) {
  return name.replace(/(^|-)(\w)/g, (_match, _dash, letter) => letter.toUpperCase());
}

/** Names that two services use for different schemas get the service's name in front. */
function withoutClashes(documents) {
  const owners = new Map();
  for (const { service, document } of documents) {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      owners.set(name, [...(owners.get(name) ?? []), { service, schema }]);
    }
  }
  const clash = (name) => {
    const [first, ...others] = owners.get(name) ?? [];
    return others.some(({ schema }) => !isDeepStrictEqual(schema, first.schema));
  };
  return documents.map(({ service, document }) => {
    const rename = (name) => (clash(name) ? `${pascal(service)}${name}` : name);
    const renamed = mapObjects(document, (node) =>
      typeof node.$ref === 'string' && node.$ref.startsWith(SCHEMA_REF)
        ? { ...node, $ref: SCHEMA_REF + rename(node.$ref.slice(SCHEMA_REF.length)) }
        : node,
    );
    const schemas = Object.entries(renamed.components?.schemas ?? {}).map(([name, schema]) => [
      rename(name),
      schema,
    ]);
    return {
      service,
      document: { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(schemas) } },
    };
  });
}

/**
 * `{operations, schemas}`: every operation of every service with its service, method and path, and all schemas.
 */
export function collect(documents) {
  const operations = [];
  const schemas = {};
  const clean = documents.map(({ service, document }) => ({ service, document: normalizeSchemas(document) }));
  for (const { service, document } of withoutClashes(clean)) {
    Object.assign(schemas, document.components.schemas);
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        // HEAD answers wherever GET does.
        if (method !== 'head') operations.push({ service, method: method.toUpperCase(), path, operation });
      }
    }
  }
  return { operations, schemas };
}

/** The schemas that `root` leads to, by name. */
export function reachable(root, schemas) {
  const found = new Set();
  const visit = (node) =>
    mapObjects(node, (each) => {
      const name =
        typeof each.$ref === 'string' && each.$ref.startsWith(SCHEMA_REF)
          ? each.$ref.slice(SCHEMA_REF.length)
          : '';
      if (name !== '' && !found.has(name)) {
        found.add(name);
        if (schemas[name] === undefined) throw new Error(`no schema is called ${name}`);
        visit(schemas[name]);
      }
      return each;
    });
  visit(root);
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name]]));
}
