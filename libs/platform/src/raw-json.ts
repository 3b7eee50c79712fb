import { randomUUID } from 'node:crypto';

/**
 * JSON text that is answered as it is. Keeps what parsing would lose: the order of integer-like keys,
 * integers beyond 2^53, escapes as they were written.
 */
export class RawJson {
  constructor(readonly text: string) {}
}

/** `JSON.stringify` that splices every RawJson inside `value` in verbatim. */
export function stringifyWithRaw(value: unknown): string {
  const texts: string[] = [];
  const mark = randomUUID();
  const json = JSON.stringify(value, (_key, item: unknown) => {
    if (!(item instanceof RawJson)) return item;
    texts.push(item.text);
    return `${mark}:${texts.length - 1}`;
  });
  if (texts.length === 0) return json;
  return json.replace(
    new RegExp(`"${mark}:(\\d+)"`, 'g'),
    (_match, index: string) => texts[Number(index)] ?? 'null',
  );
}
