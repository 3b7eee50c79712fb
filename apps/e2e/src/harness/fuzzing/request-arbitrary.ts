import fc from 'fast-check';
import type { OpenApi, Operation, ParameterNode } from '../openapi/openapi.js';
import { fitting, hostileText, mutated, hostile, unknownId } from './json-arbitrary.js';

/** Which object an id refers to. Resolved against what exists when the request is sent. */
export type IdChoice =
  { kind: 'own' | 'foreign' | 'sibling'; index: number } | { kind: 'text'; text: string };

/** A drawn request; printed when it breaks a rule. */
export interface Plan {
  ids: IdChoice[];
  query: [name: string, value: IdChoice][];
  /** Text of the body, if any. */
  body: string | undefined;
  contentType: string;
  headers: Record<string, string>;
  credential: 'fitting' | 'foreign' | 'garbage' | 'wrongKind' | 'none';
}

const MALFORMED_SEGMENTS = ['%', '%zz', '%ff', '%00', '..', '.', '%2e%2e', '%2F', '~', 'a%20b', '_', 'crq_'];

const idChoice = (prefix: string): fc.Arbitrary<IdChoice> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('own' as const), index: fc.nat(200) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('foreign' as const), index: fc.nat(200) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sibling' as const), index: fc.nat(200) }) },
    {
      weight: 1,
      arbitrary: unknownId(prefix).map((text) => ({ kind: 'text' as const, text })),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(fc.constantFrom(...MALFORMED_SEGMENTS), hostileText.map(encode), fc.constant('x'.repeat(300)))
        .filter((text) => text !== '')
        .map((text) => ({ kind: 'text' as const, text })),
    },
  );

/** Percent-encodes anything, lone surrogates included. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('')
    .replace(/%(3[0-9]|[46][1-9a-f]|[57][0-9a])/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function queryFor(
  document: OpenApi,
  parameters: ParameterNode[],
  prefix: string,
): fc.Arbitrary<Plan['query']> {
  const one = parameters.map((parameter) => {
    const schema = parameter.schema ?? {};
    const fits = fitting(document, schema).map((value) => ({
      kind: 'text' as const,
      text: encode(String(value)),
    }));
    const odd = hostileText.map((text) => ({ kind: 'text' as const, text: encode(text) }));
    const value: fc.Arbitrary<IdChoice> =
      parameter.name === 'cursor'
        ? idChoice(prefix)
        : fc.oneof({ weight: 8, arbitrary: fits }, { weight: 1, arbitrary: odd });
    const name = fc.oneof(
      { weight: 30, arbitrary: fc.constant(parameter.name) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(`${parameter.name}[]`, `${parameter.name}%5Ba%5D`, '%', 'surprise'),
      },
    );
    const given = fc.tuple(name, value);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: fc.tuple(given) },
      { weight: 1, arbitrary: fc.tuple(given, given) },
    );
  });
  return fc.tuple(...one).map((lists) => lists.flat());
}

const RAW_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"title":"\\ud800","prompt":"\\udfff"}',
  '{"title":"a\\u0000b","prompt":"c"}',
  '{"title":"t","prompt":"p","maxDurationSec":1e400}',
  '{"title":"t","prompt":"p","metadata":{"a":1e400,"\\u0000":"\\ud800"}}',
  '{"title":"t","prompt":"p","metadata":{"__proto__":{"a":1}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  'title=form&prompt=encoded',
];

function bodyFor(document: OpenApi, operation: Operation): fc.Arbitrary<string | undefined> {
  const raw = fc.constantFrom(...RAW_BODIES);
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema)
    return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: raw });
  const json = (value: unknown): string => JSON.stringify(value) ?? 'null';
  return fc.oneof(
    { weight: 8, arbitrary: fitting(document, schema).map(json) },
    { weight: 8, arbitrary: mutated(document, schema).map(json) },
    { weight: 2, arbitrary: hostile.map(json) },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'nonsense',
  '',
];

const contentType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
);

const printable = fc
  .string({ unit: 'binary-ascii', maxLength: 300 })
  .map((text) => text.replace(/[^ -~]/g, ''));

const headers = fc.record(
  {
    'idempotency-key': fc.oneof(
      printable,
      fc.constantFrom('one', 'two', 'k'.repeat(255), 'k'.repeat(256), ''),
    ),
    'x-request-id': printable,
    'x-forwarded-for': fc.constantFrom('203.0.113.9', 'garbage', '::ffff:1.2.3.4, 10.0.0.1'),
    'x-capture-principal': printable,
    accept: fc.constantFrom('text/html', '*/*', 'image/png'),
  },
  { requiredKeys: [] },
);

/** Requests for one operation: mostly almost valid, sometimes hostile. */
export function requestsFor(
  document: OpenApi,
  operation: Operation,
  prefixOf: (parameter: string) => string,
): fc.Arbitrary<Plan> {
  const parameters = operation.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc.record({
    ids: fc.tuple(...inPath.map(({ name }) => idChoice(prefixOf(name)))),
    query: queryFor(document, inQuery, prefixOf('cursor')),
    body: bodyFor(document, operation),
    contentType,
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    credential: fc.oneof(
      { weight: 16, arbitrary: fc.constant('fitting' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'foreign' as const,
          'garbage' as const,
          'wrongKind' as const,
          'none' as const,
        ),
      },
    ),
  });
}
