// Nest writes schemas in the dialect of OpenAPI 3.0; 3.1 is JSON Schema 2020-12.

type Node = Record<string, unknown>;

/** Copies `node`, applying `change` to every object in it, inside out. */
export function mapObjects<T>(node: T, change: (node: Node) => unknown): T {
  return mapped(node, change) as T;
}

function mapped(node: unknown, change: (node: Node) => unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => mapped(item, change));
  if (node === null || typeof node !== 'object') return node;
  return change(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mapped(value, change)])));
}

function withNull(schema: Node): Node {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (typeof rest['type'] === 'string') {
    const type = [rest['type'], 'null'];
    const words = rest['enum'];
    return Array.isArray(words) && !words.includes(null)
      ? { ...rest, type, enum: [...(words as unknown[]), null] }
      : { ...rest, type };
  }
  const { description, example, default: preset, ...shape } = rest;
  const described = Object.entries({ description, example, default: preset }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(described), oneOf: [unwrap(shape), { type: 'null' }] };
}

/** `allOf` around a single schema says no more than that schema. */
function unwrap(schema: Node): unknown {
  const { allOf } = schema;
  const isAlone = Object.keys(schema).length === 1 && Array.isArray(allOf) && allOf.length === 1;
  return isAlone ? (allOf[0] as unknown) : schema;
}

/** Bounds that mean "any integer" tell a reader nothing. */
function withoutEmptyBounds(schema: Node): Node {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  return schema;
}

export function normalizeSchemas<T>(document: T): T {
  return mapObjects(document, (node) => {
    const changed = 'nullable' in node ? withNull(node) : node;
    return typeof changed['type'] === 'string' || Array.isArray(changed['type'])
      ? withoutEmptyBounds(changed)
      : unwrap(changed);
  });
}
