import fc from 'fast-check';
import { dereference, type OpenApi, type SchemaNode } from '../openapi/openapi.js';

const ID = /^\^([a-z]{3})_/;
const TYPE_ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A well-formed id of no object. */
export const unknownId = (prefix: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...TYPE_ID_DIGITS), { minLength: 25, maxLength: 25 })
    .map((digits) => `${prefix}_0${digits.join('')}`);

const WELL_FORMED: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  'idn-email': fc.emailAddress(),
  uri: fc.webUrl(),
};

function textFor(schema: SchemaNode): fc.Arbitrary<string> {
  const format = WELL_FORMED[schema.format ?? ''];
  if (format) return format;
  const prefix = ID.exec(schema.pattern ?? '')?.[1];
  if (prefix !== undefined) return unknownId(prefix);
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.min(schema.maxLength ?? 40, Math.max(minLength, 40));
  const text = fc.string({ unit: 'grapheme', minLength, maxLength });
  if (typeof schema.example !== 'string') return text;
  return schema.pattern === undefined
    ? fc.oneof(text, fc.constant(schema.example))
    : fc.constant(schema.example);
}

function itemsFor(document: OpenApi, schema: SchemaNode): fc.Arbitrary<unknown> {
  const minLength = schema.minItems ?? 0;
  const maxLength = Math.min(schema.maxItems ?? 3, minLength + 3);
  return fc.array(fitting(document, schema.items ?? {}), { minLength, maxLength });
}

function membersFor(document: OpenApi, schema: SchemaNode): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(properties).length === 0)
    return schema.additionalProperties
      ? fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
      : fc.constant({});
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [name, fitting(document, node)]),
  );
  return fc.record(model, { requiredKeys: required }).map((value) => ({ ...value }));
}

/** Values that match a schema. */
export function fitting(document: OpenApi, given: SchemaNode): fc.Arbitrary<unknown> {
  const schema = dereference(document, given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(document, choice)));
  if (schema.allOf?.[0]) return fitting(document, schema.allOf[0]);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1e9, maximum = 1e9, example } = schema;
  const numbers = (drawn: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
    typeof example === 'number' ? fc.oneof(drawn, fc.constant(example)) : drawn;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any'];
  const byType: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => textFor(schema),
    integer: () => numbers(fc.integer({ min: minimum, max: Math.max(minimum, maximum) })),
    number: () => numbers(fc.double({ min: minimum, max: Math.max(minimum, maximum), noNaN: true })),
    boolean: () => fc.boolean(),
    array: () => itemsFor(document, schema),
    object: () => membersFor(document, schema),
    null: () => fc.constant(null),
    any: () => fc.jsonValue({ maxDepth: 2 }),
  };
  return fc.oneof(...types.map((type) => (byType[type] ?? byType['any'] ?? (() => fc.constant(null)))()));
}

const nested = (depth: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
};

/** Texts that break careless code: encodings, control characters, injections, extreme dates and numbers. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202egnp.exe',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(50),
  "'; DROP TABLE takes; --",
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  'null',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  ' 25',
  '٢٥',
  '9007199254740993',
  '0000-00-00T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-01-01T00:00:00+14:00',
  '2026-01-01',
  '2026-06-30T23:59:60Z',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '\n\r\t',
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Values of unexpected types and sizes. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -1, 0.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63)],
    ...[[], {}, [[]], [null], nested(60), Array.from({ length: 300 }, () => 1)],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A matching value with one field replaced, dropped or added somewhere in it. */
export function mutated(document: OpenApi, schema: SchemaNode): fc.Arbitrary<unknown> {
  const change = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('replace' as const), value: hostile }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), value: fc.constant(null) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), value: hostile }) },
  );
  return fc
    .tuple(fitting(document, schema), change, fc.nat(50), fc.boolean())
    .map(([value, { kind, value: replacement }, at, deeper]) => {
      const copy = structuredClone(value);
      const target = spot(copy, at, deeper);
      if (!target) return replacement;
      const { holder, name } = target;
      if (kind === 'replace') holder[name] = replacement;
      else if (kind === 'drop') delete holder[name];
      else holder['surprise'] = replacement;
      return copy;
    });
}

/** A field of `value`, or of an object inside it. */
function spot(
  value: unknown,
  at: number,
  deeper: boolean,
): { holder: Record<string, unknown>; name: string } | undefined {
  const root = Array.isArray(value) ? (value[0] as unknown) : value;
  if (!isRecord(root)) return undefined;
  const names = Object.keys(root);
  const name = names[at % Math.max(names.length, 1)];
  if (name === undefined) return undefined;
  const below = deeper ? spot(root[name], at, true) : undefined;
  return below ?? { holder: root, name };
}
