// Nest writes schemas in the dialect of OpenAPI 3.0; 3.1 is JSON Schema 2020-12.

/** Copies `node`, applying `change` to every object in it, inside out. */
export function mapObjects(node, change) {
  if (Array.isArray(node)) return node.map((item) => mapObjects(item, change));
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, mapObjects(value, change)]),
  );
  return change(copy);
}

function withNull(schema) {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (typeof rest.type === 'string') {
    const type = [rest.type, 'null'];
    return rest.enum && !rest.enum.includes(null)
      ? { ...rest, type, enum: [...rest.enum, null] }
      : { ...rest, type };
  }
  const { description, example, default: preset, ...shape } = rest;
  const described = Object.entries({ description, example, default: preset }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(described), oneOf: [unwrap(shape), { type: 'null' }] };
}

/** `allOf` around a single schema says no more than that schema. */
function unwrap(schema) {
  const keys = Object.keys(schema);
  return keys.length === 1 && keys[0] === 'allOf' && schema.allOf.length === 1 ? schema.allOf[0] : schema;
}

/** Bounds that mean "any integer" tell a reader nothing. */
function withoutEmptyBounds(schema) {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  return schema;
}

export function normalizeSchemas(document) {
  return mapObjects(document, (node) => {
    const changed = 'nullable' in node ? withNull(node) : node;
    return typeof changed.type === 'string' || Array.isArray(changed.type)
      ? withoutEmptyBounds(changed)
      : unwrap(changed);
  });
}
