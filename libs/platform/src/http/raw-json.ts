import { randomUUID } from 'node:crypto';

/** The texts to be spliced into what is being stringified right now. */
let texts: string[] = [];
/** Nobody outside can know it, so that no string of a caller's is taken for a place to splice. */
const MARK = randomUUID();
const PLACES = new RegExp(`"${MARK}:(\\d+)"`, 'g');

/**
 * JSON text that is answered as it is. Keeps what parsing would lose: the order of integer-like keys,
 * integers beyond 2^53, escapes as they were written.
 */
export class RawJson {
  constructor(readonly text: string) {}

  /** Where the text belongs. A replacer would find that out too, at a call for every member of every answer. */
  toJSON(): string {
    texts.push(this.text);
    return `${MARK}:${texts.length - 1}`;
  }
}

/** `JSON.stringify` that splices every RawJson inside `value` in verbatim. */
export function stringifyWithRaw(value: unknown): string {
  texts = [];
  const json = JSON.stringify(value);
  if (texts.length === 0) return json;
  const spliced = texts;
  return json.replace(PLACES, (_match, index: string) => spliced[Number(index)] ?? 'null');
}
