import type { OpenApi, Operation } from '../openapi/openapi.js';
import { hostileBodies } from './hostile-bodies.js';

const MIB = 1024 * 1024;
/** Kilobytes are as dangerous as a megabyte where work is quadratic, and leave time for more of them. */
const SMALLEST = 2 ** 10;

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const LEAVES: readonly ((random: Random) => string)[] = [
  (random) => '9'.repeat(1 + Math.floor(random() * 2_000)),
  () => '-1e400',
  () => '1.7976931348623157e308',
  () => '5e-324',
  () => '9007199254740993',
  (random) =>
    `"${pick(random, ['\\ud800', '\\udfff\\ud800', '\\u0000', 'x', '\\"', '👩‍👩‍👧‍👦']).repeat(1 + random() * 500)}"`,
  () => 'true',
  () => 'null',
  () => '""',
];

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  'a',
  'metadata',
  'manifest',
  'parts',
  '0',
  '\\u0061',
];

/** JSON of about `budget` characters: deep, wide, with repeated and strange names, whatever chance makes of it. */
function chance(random: Random, budget: number, depth: number): string {
  if (budget < 10 || depth > 300 || random() < 0.05) return pick(random, LEAVES)(random);
  const width = Math.ceil(Math.pow(random(), 4) * Math.min(budget / 4, 20_000));
  const each = Math.floor(budget / width) - 8;
  const isList = random() < 0.5;
  const items = Array.from({ length: width }, (_item, index) => {
    const value = chance(random, each, depth + 1);
    if (isList) return value;
    return `"${random() < 0.3 ? pick(random, NAMES) : `n${index}`}":${value}`;
  });
  return isList ? `[${items.join(',')}]` : `{${items.join(',')}}`;
}

/** Cut short, or with some bytes replaced. */
function damaged(random: Random, text: string): string {
  const at = Math.floor(random() * text.length);
  if (random() < 0.3) return text.slice(0, at);
  return (
    text.slice(0, at) + pick(random, ['"', '\\', '{', ']', ',', '\u0000', '9', '\ud800']) + text.slice(at + 1)
  );
}

/** The text of a body made to be expensive or confusing, the same for the same random numbers. */
export function hostileText(random: Random, document: OpenApi, operation: Operation): string {
  const bytes = Math.floor(SMALLEST * Math.pow(MIB / SMALLEST, random()));
  const members = Object.keys(operation.requestBody ? documentMembers(document, operation) : {});
  const kind = random();
  if (kind < 0.4) {
    const text = pick(random, hostileBodies(document, operation, bytes)).text;
    return random() < 0.3 ? damaged(random, text) : text;
  }
  const text =
    kind < 0.7
      ? `{"${pick(random, members.length > 0 ? members : NAMES)}":${chance(random, bytes, 1)}}`
      : `{${members.map((name) => `"${name}":${chance(random, bytes / (members.length + 1), 1)}`).join(',')}}`;
  return random() < 0.2 ? damaged(random, text) : text;
}

function documentMembers(document: OpenApi, { requestBody }: Operation): Record<string, unknown> {
  const reference = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
  return document.components.schemas[reference]?.properties ?? {};
}
