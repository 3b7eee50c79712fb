import { AppError } from '../errors/app-error.js';

/** What a JSON text may hold at most. */
export interface JsonTextLimits {
  /** Objects and lists inside each other. */
  depth: number;
  /** Members of an object, items of a list. */
  members: number;
  /** Objects, lists, members and items altogether. */
  values: number;
  /** Characters of one number. */
  digits: number;
}

/** Bodies of calls. The longest list of the API has 10,000 items; metadata of 16 KiB may have a few thousand members. */
export const BODY_LIMITS: JsonTextLimits = { depth: 200, members: 10_000, values: 50_000, digits: 1_000 };

/** Messages on sockets: signaling of WebRTC is the largest. */
export const MESSAGE_LIMITS: JsonTextLimits = { depth: 20, members: 200, values: 1_000, digits: 100 };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, MINUS] = [0x30, 0x39, 0x2d];
/** Of numbers, beside digits: sign, point and exponent. */
const SIGNS: ReadonlySet<number> = new Set(Buffer.from('+-.eE'));

/**
 * Holds a JSON text to its limits before it is parsed: what is parsed has cost memory and time already. One pass over
 * the bytes, without recursion. Whether the text is JSON at all is left to the parser.
 * @throws AppError `invalid_input`
 */
export function checkJsonText(text: Uint8Array, limits: JsonTextLimits): void {
  /** Commas so far in each open object or list. */
  const commas: number[] = [];
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (byte === COMMA) {
      values += 1;
      const count = (commas[depth] ?? 0) + 1;
      commas[depth] = count;
      if (count >= limits.members) throw tooMuch(`An object or list has over ${limits.members} members.`);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values += 1;
      depth += 1;
      commas[depth] = 0;
      if (depth > limits.depth) throw tooMuch(`It is nested more than ${limits.depth} levels deep.`);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const end = endOfNumber(text, at);
      if (end - at >= limits.digits) throw tooMuch(`A number has over ${limits.digits} characters.`);
      at = end;
    }
    if (values > limits.values) throw tooMuch(`It holds over ${limits.values} values.`);
  }
}

/** Position of the closing quote, or of the last byte when there is none. */
function endOfString(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Position of the last byte of a number. */
function endOfNumber(text: Uint8Array, start: number): number {
  let at = start;
  while (isOfNumber(text[at + 1])) at += 1;
  return at;
}

/** Digits, sign, point and exponent. */
function isOfNumber(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= ZERO && byte <= NINE) || SIGNS.has(byte);
}

function tooMuch(reason: string): AppError {
  return new AppError('invalid_input', `The JSON is beyond what is taken. ${reason}`);
}
