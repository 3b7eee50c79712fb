import { escapeHtml, renderMarkdown } from './html.js';
import { nameOf, resolve, type OpenApiDocument, type Schema } from './openapi.js';

const MAX_DEPTH = 5;

/** Short name of a schema's type, such as `string[]`, `integer` or `object or null`. */
export function typeName(document: OpenApiDocument, schema: Schema): string {
  if (schema.$ref !== undefined) return typeName(document, resolve(document, schema)) || nameOf(schema.$ref);
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return [...new Set(options.map((option) => typeName(document, option)))].join(' or ');
  if (schema.allOf) return schema.allOf.map((part) => typeName(document, part)).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = Array.isArray(schema.type)
    ? schema.type
    : [schema.type ?? (schema.properties ? 'object' : 'any')];
  const named = types.map((type) =>
    type === 'array' ? `${typeName(document, schema.items ?? {})}[]` : type,
  );
  return named.join(' or ');
}

function range(label: string, min: number | undefined, max: number | undefined): string[] {
  const shownMax = max === Number.MAX_SAFE_INTEGER ? undefined : max;
  if (min === undefined && shownMax === undefined) return [];
  return [`${label} ${min ?? ''}–${shownMax ?? ''}`];
}

/** The limits of a value, in words. */
export function constraints(schema: Schema): string {
  const words = [
    ...(schema.format === undefined ? [] : [schema.format]),
    ...range('value', schema.minimum, schema.maximum),
    ...range('length', schema.minLength, schema.maxLength),
    ...range('items', schema.minItems, schema.maxItems),
    ...(schema.enum ? [`one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
  return words.join('; ');
}

interface Row {
  path: string;
  schema: Schema;
  required: boolean;
}

/** Fields of an object and, indented by their path, those of what it holds. */
function rowsOf(document: OpenApiDocument, given: Schema, prefix: string, seen: readonly Schema[]): Row[] {
  const schema = resolve(document, given);
  if (seen.includes(schema) || seen.length > MAX_DEPTH) return [];
  const nested = [...seen, schema];
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const inherited = parts.flatMap((part) => rowsOf(document, part, prefix, nested));
  const items = schema.items ? rowsOf(document, schema.items, `${prefix}[]`, nested) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const row = { path, schema: property, required: schema.required?.includes(name) ?? false };
    return [row, ...rowsOf(document, property, path, nested)];
  });
  return [...inherited, ...items, ...own];
}

function rowHtml(document: OpenApiDocument, { path, schema, required }: Row): string {
  const shown = { ...resolve(document, schema), ...schema };
  const limits = constraints(shown);
  return `<tr><td><code>${escapeHtml(path)}</code>${required ? '' : '<small>optional</small>'}</td>
<td>${escapeHtml(typeName(document, schema))}${limits === '' ? '' : `<small>${escapeHtml(limits)}</small>`}</td>
<td>${renderMarkdown(shown.description ?? '')}</td></tr>`;
}

/** A table of all fields; a line with the type alone where there are none. */
export function schemaTable(document: OpenApiDocument, schema: Schema): string {
  const rows = rowsOf(document, schema, '', []);
  if (rows.length === 0) return `<p><code>${escapeHtml(typeName(document, schema))}</code></p>`;
  const body = rows.map((row) => rowHtml(document, row)).join('\n');
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${body}</tbody></table>`;
}

/** An example value: the one given, else put together from the fields' own. */
export function exampleOf(document: OpenApiDocument, given: Schema, depth = 0): unknown {
  const schema = { ...resolve(document, given), ...given };
  const stated = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (stated !== undefined || depth > MAX_DEPTH) return stated;
  const part = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (part) return exampleOf(document, part, depth + 1);
  const inherited = (schema.allOf ?? []).map((each) => exampleOf(document, each, depth + 1));
  if (schema.items)
    return [exampleOf(document, schema.items, depth + 1)].filter((item) => item !== undefined);
  if (!schema.properties && inherited.length === 0) return undefined;
  const own = Object.entries(schema.properties ?? {}).map(([name, each]) => [
    name,
    exampleOf(document, each, depth + 1),
  ]);
  return Object.assign({}, ...inherited, Object.fromEntries(own)) as unknown;
}
