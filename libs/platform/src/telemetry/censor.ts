import { stdSerializers } from 'pino';

const CENSORED = '[redacted]';
/** Members whose values nobody may read in a log, wherever they stand. */
const SECRET_NAME =
  /^(key|k|t|link|joinUrl|pepper|x-capture-principal)$|(authorization|cookies?|secrets?|tokens?|passwords?|api_?keys?|access_?keys?|private_?keys?|signing_?keys?)$/i;
/**
 * Secrets inside of a text: bearers, keys of ours, passwords in URLs, and everything in a query. Strangers write some of
 * these texts: no pattern may try a long run of characters again from each of them.
 */
const SECRET_TEXT: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${CENSORED}`],
  [/\b(cap_(?:live|test|operator|scim)_|whsec_)[\w+/=-]+/g, `$1${CENSORED}`],
  [/(\/\/[^\s:/@]*:)[^\s@/]+@/g, `$1${CENSORED}@`],
  [/\?[\w.~%-]+=[^\s"'<>]*/g, `?${CENSORED}`],
];
const MAX_DEPTH = 8;
/** They have serializers of their own, which take over almost nothing. */
const SERIALIZED = new Set(['req', 'res']);

export function censoredText(text: string): string {
  return SECRET_TEXT.reduce((censored, [pattern, by]) => censored.replace(pattern, by), text);
}

/** What may be logged of a value: without secrets at any depth, in errors too, and without cycles. */
function censored(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return censoredText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => censored(item, depth + 1));
  return censoredMembers(value instanceof Error ? stdSerializers.err(value) : value, depth);
}

function censoredMembers(value: object, depth: number): Record<string, unknown> {
  const members = Object.entries(value).map(([name, member]) => {
    if (SECRET_NAME.test(name) && member !== null && member !== undefined) return [name, CENSORED];
    return [name, censored(member, depth + 1)];
  });
  return Object.fromEntries(members) as Record<string, unknown>;
}

/** The members of a log line, without secrets. */
export function censoredLine(line: Record<string, unknown>): Record<string, unknown> {
  const [kept, rest] = [{} as Record<string, unknown>, {} as Record<string, unknown>];
  for (const [name, value] of Object.entries(line)) (SERIALIZED.has(name) ? kept : rest)[name] = value;
  return { ...censoredMembers(rest, 0), ...kept };
}
