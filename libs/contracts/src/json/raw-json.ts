import { randomUUID } from 'node:crypto';

/** Texts for the value that is being stringified right now. */
let texts: string[] = [];
/** Secret and random, so that no caller's string is taken for a placeholder. */
const MARK = randomUUID();
const PLACES = new RegExp(`"${MARK}:(\\d+)"`, 'g');

/**
 * JSON text that is answered verbatim. Keeps what parsing would lose: the order of integer-like keys, integers beyond
 * 2^53, escapes as written.
 */
export class RawJson {
  constructor(readonly text: string) {}

  /** A placeholder. A replacer function could do this too, but would be called for every member of every answer. */
  toJSON(): string {
    texts.push(this.text);
    return `${MARK}:${texts.length - 1}`;
  }
}

/** `JSON.stringify` that inserts every RawJson inside `value` verbatim. */
export function stringifyWithRaw(value: unknown): string {
  texts = [];
  const json = JSON.stringify(value);
  if (texts.length === 0) return json;
  const spliced = texts;
  return json.replace(PLACES, (_match, index: string) => spliced[Number(index)] ?? 'null');
}
