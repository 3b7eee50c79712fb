import { dereference, type OpenApi, type Operation, type SchemaNode } from '../openapi/openapi.js';

const MIB = 1024 * 1024;

export interface HostileBody {
  shape: string;
  text: string;
}

/** For what stands around a filling: the names of members are shorter. */
const FRAME_BYTES = 128;
const SHA256 = 'ab'.repeat(32);

/** What bodies are filled with, by the index of the item. */
const ITEMS = {
  members: (index: number) => `"k${index}":1`,
  memberNumbers: (index: number) => `"key${index}":${index}`,
  integerLikeMembers: (index: number) => `"${index * 61_000}":1`,
  listMembers: (index: number) => `"l${index}":[${'0,'.repeat(900)}0]`,
  objects: () => '{}',
  unknownObjects: (index: number) => `{"a${index}":1,"b":[]}`,
  parts: (index: number) => `{"number":${index + 1},"size":1048576,"sha256":"${SHA256}"}`,
  texts: () => '"x"',
  hugeNumbers: () => '1e400',
};
type Kind = keyof typeof ITEMS;
const fillings = new Map<Kind, { bytes: number; text: string }>();

/** As many items as fit, separated by commas. The last is kept, because every operation is sent the same. */
function filling(kind: Kind, bytes: number): string {
  const known = fillings.get(kind);
  if (known?.bytes === bytes) return known.text;
  const text = repeated(ITEMS[kind], bytes - FRAME_BYTES);
  fillings.set(kind, { bytes, text });
  return text;
}

function repeated(item: (index: number) => string, bytes: number): string {
  const items: string[] = [];
  let length = 0;
  for (let index = 0; ; index += 1) {
    const text = item(index);
    length += text.length + 1;
    if (length > bytes) return items.join(',');
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
  const fill = (kind: Kind): string => filling(kind, bytes);
  const bodies: Record<string, () => string> = {
    'unknown members': () => `{${fill('members')}}`,
    'one member with a name of 1 MiB': () => `{"${'n'.repeat(bytes - 8)}":1}`,
    'a list of empty objects': () => `{"${list}":[${fill('objects')}]}`,
    'a list of objects with unknown members': () => `{"${list}":[${fill('unknownObjects')}]}`,
    'a list of parts': () => `{"${list}":[${fill('parts')}]}`,
    'a list of texts': () => `{"${list}":[${fill('texts')}]}`,
    'a list for a text': () => `{"${text}":[${fill('objects')}]}`,
    'an object for a text': () => `{"${text}":{${fill('members')}}}`,
    'a deep list': () => `{"${list}":${'['.repeat(bytes / 2 - 20)}${']'.repeat(bytes / 2 - 20)}}`,
    'a deep object': () => `{"${object}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    '70,000 members in a free-form object': () => `{"${object}":{${fill('memberNumbers')}}}`,
    'integer-like members': () => `{"${object}":{${fill('integerLikeMembers')}}}`,
    'lists in a free-form object': () => `{"${object}":{${fill('listMembers')}}}`,
    'repeated members': () => `{${repeated(() => `"${text}":"a"`, bytes - FRAME_BYTES)}}`,
    'a number of 1 MiB': () => `{"${number}":${'9'.repeat(bytes - 40)}}`,
    'numbers beyond measure': () => `{"${list}":[${fill('hugeNumbers')}]}`,
    'lone surrogates': () => `{"${text}":"${'\\ud800'.repeat(bytes / 6 - 20)}"}`,
    'a long text': () => `{"${text}":"${'x'.repeat(bytes - 40)}"}`,
    'a long text in a free-form object': () => `{"${object}":{"a":"${'\\u0000'.repeat(bytes / 6 - 20)}"}}`,
    'a list instead of an object': () => `[${fill('objects')}]`,
    'an open list': () => `{"${list}":${'['.repeat(bytes - 40)}`,
    spaces: () => `{${' '.repeat(bytes - 10)}}`,
  };
  return Object.entries(bodies).map(([shape, make]) => ({
    shape,
    get text() {
      return make();
    },
  }));
}
