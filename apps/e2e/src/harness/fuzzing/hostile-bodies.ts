import { dereference, type OpenApi, type Operation, type SchemaNode } from '../openapi/openapi.js';

const MIB = 1024 * 1024;

export interface HostileBody {
  shape: string;
  text: string;
}

/** `item` repeated between `start` and `end`, separated by commas, as often as fits into `bytes`. */
function filled(start: string, item: (index: number) => string, end: string, bytes: number): string {
  const items: string[] = [];
  let length = start.length + end.length;
  for (let index = 0; ; index += 1) {
    const text = item(index);
    length += text.length + 1;
    if (length > bytes) return start + items.join(',') + end;
    items.push(text);
  }
}

/** Members of the body of an operation, by kind. */
function membersOf(document: OpenApi, { requestBody }: Operation): Record<string, SchemaNode> {
  const schema = requestBody?.content['application/json']?.schema;
  const whole = (node: SchemaNode): Record<string, SchemaNode> => {
    const { properties = {}, allOf = [] } = dereference(document, node);
    return Object.assign({}, ...allOf.map(whole), properties) as Record<string, SchemaNode>;
  };
  return schema ? whole(schema) : {};
}

const SHA256 = 'ab'.repeat(32);
const part = (index: number): string => `{"number":${index + 1},"size":1048576,"sha256":"${SHA256}"}`;

/** Bodies of at most `bytes` that are made to be expensive, each aimed at a member that the operation knows. */
export function hostileBodies(document: OpenApi, operation: Operation, bytes = MIB): HostileBody[] {
  const members = membersOf(document, operation);
  const named = (type: string, otherwise: string): string =>
    Object.keys(members).find((name) => {
      const node = dereference(document, members[name] ?? {});
      return [node.type].flat().includes(type) && (type !== 'object' || node.properties === undefined);
    }) ?? otherwise;
  const [list, object, text, number] = [
    named('array', 'parts'),
    named('object', 'metadata'),
    named('string', 'title'),
    named('number', named('integer', 'sizeBytes')),
  ];
  const depth = Math.floor(bytes / 12);
  const bodies: Record<string, string> = {
    'unknown members': filled('{', (index) => `"k${index}":1`, '}', bytes),
    'one member with a name of 1 MiB': `{"${'n'.repeat(bytes - 8)}":1}`,
    'a list of empty objects': filled(`{"${list}":[`, () => '{}', ']}', bytes),
    'a list of objects with unknown members': filled(
      `{"${list}":[`,
      (index) => `{"a${index}":1,"b":[]}`,
      ']}',
      bytes,
    ),
    'a list of parts': filled(`{"${list}":[`, part, ']}', bytes),
    'a list of texts': filled(`{"${list}":[`, () => '"x"', ']}', bytes),
    'a list for a text': filled(`{"${text}":[`, () => '{}', ']}', bytes),
    'an object for a text': filled(`{"${text}":{`, (index) => `"k${index}":1`, '}}', bytes),
    'a deep list': `{"${list}":${'['.repeat(bytes / 2 - 20)}${']'.repeat(bytes / 2 - 20)}}`,
    'a deep object': `{"${object}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    '70,000 members in a free-form object': filled(`{"${object}":{`, (i) => `"key${i}":${i}`, '}}', bytes),
    'integer-like members': filled(`{"${object}":{`, (i) => `"${i * 61_000}":1`, '}}', bytes),
    'lists in a free-form object': filled(
      `{"${object}":{`,
      (i) => `"l${i}":[${'0,'.repeat(900)}0]`,
      '}}',
      bytes,
    ),
    'repeated members': filled('{', () => `"${text}":"a"`, '}', bytes),
    'a number of 1 MiB': `{"${number}":${'9'.repeat(bytes - 40)}}`,
    'numbers beyond measure': filled(`{"${list}":[`, () => '1e400', ']}', bytes),
    'lone surrogates': `{"${text}":"${'\\ud800'.repeat(bytes / 6 - 20)}"}`,
    'a long text': `{"${text}":"${'x'.repeat(bytes - 40)}"}`,
    'a long text in a free-form object': `{"${object}":{"a":"${'\\u0000'.repeat(bytes / 6 - 20)}"}}`,
    'a list instead of an object': filled('[', () => '{}', ']', bytes),
    'an open list': `{"${list}":${'['.repeat(bytes - 40)}`,
    spaces: `{${' '.repeat(bytes - 10)}}`,
  };
  return Object.entries(bodies).map(([shape, body]) => ({ shape, text: body }));
}
