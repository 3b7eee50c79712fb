import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invalidField, isObject } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';

/** As sent, before any parsing. */
const MAX_METADATA_BYTES = 16 * 1024;
const NO_METADATA = '{}';
/** The last of the characters that JSON takes for space. */
const SPACE = 0x20;

/**
 * Text of one member of a JSON object, as it was sent; undefined when absent. The last of repeated members counts, as
 * in JSON.parse. Expects a text that has been parsed before, and of any other finds nothing of use. One pass without
 * recursion, so that neither length nor nesting is a burden.
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = afterSpace(json, 0);
  if (json[at] !== '{') return undefined;
  do {
    const key = afterSpace(json, at + 1);
    if (json[key] !== '"') break;
    const colon = afterSpace(json, endOfString(json, key));
    const start = afterSpace(json, colon + 1);
    const end = endOfValue(json, start);
    if (nameIn(json.slice(key, endOfString(json, key))) === name) found = json.slice(start, end);
    at = afterSpace(json, end);
  } while (json[at] === ',');
  return found;
}

/** A member's name without its quotes and escapes. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function afterSpace(json: string, start: number): number {
  let at = start;
  while (json.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

/** Position after the closing quote. */
function endOfString(json: string, start: number): number {
  let at = start;
  do {
    at = json.indexOf('"', at + 1);
    if (at < 0) return json.length;
  } while (isEscaped(json, at));
  return at + 1;
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Position after a value: a text, an object or list with all that is in it, or a word or number. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const character = json[at] as string;
    if (depth === 0 && ',}]'.includes(character)) return wordEnd(json, at);
    if (character === '"') at = endOfString(json, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
    if (depth === 0 && '"}]'.includes(character)) return at;
  }
  return at;
}

/** Without the space between a word or number and what follows it. */
function wordEnd(json: string, end: number): number {
  let at = end;
  while (json.charCodeAt(at - 1) <= SPACE) at -= 1;
  return at;
}

/**
 * `metadata` of the body as the text that was sent, so that key order, integer-like keys and large numbers survive.
 * Undefined when absent, `{}` when null. The body class checks that it is an object.
 * @throws AppError invalid_input over 16 KiB.
 */
export const Metadata = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | undefined => {
    const { rawBody, body } = context.switchToHttp().getRequest<FastifyRequest & { rawBody?: Buffer }>();
    // Not even an object: the validation, which runs beside this, says so.
    if (!isObject(body)) return undefined;
    // Leaves out a byte order mark, as the parser of bodies does.
    const text = rawMember(new TextDecoder().decode(rawBody), 'metadata');
    if (text !== undefined && Buffer.byteLength(text) > MAX_METADATA_BYTES) {
      throw invalidField(
        'metadata',
        'length',
        `metadata must not be over ${MAX_METADATA_BYTES} bytes as sent.`,
      );
    }
    return text === 'null' ? NO_METADATA : text;
  },
);
