import { domainToUnicode } from 'node:url';

/** What stands where an address stood. */
export const ERASED = '[erased]';

/** Of addresses, written as they are. */
const ADDRESS_CHARACTER = '[[:alnum:]._%+-]';
/** Escapes that end in a letter or digit, of JSON and of URLs. */
const ESCAPE = '\\\\[bfnrt]|\\\\u[[:xdigit:]]{4}|%[[:xdigit:]]{2}';
/** Those that stand for a character of an address: + - . _ % */
const ADDRESS_ESCAPE = '(\\\\u00|%)(2[bde5]|5f)';

export interface AddressPattern {
  /** Finds the address. */
  exact: string;
  /** Finds it within longer addresses too, in a tenth of the time. */
  rough: string;
}

/**
 * Finds an address as PostgreSQL's regular expressions do, to be matched without regard to case. It is not found within a
 * longer address: neither xada@example.com nor ada@example.com.au is ada@example.com. It is found where a text of JSON or a
 * URL writes characters of it, or what stands before it, as escapes.
 */
export function addressPattern(email: string): AddressPattern {
  const at = email.lastIndexOf('@');
  const [local, domain] = [spelled(email.slice(0, at)), email.slice(at + 1)];
  const domains = [...new Set([domain, domainToUnicode(domain) || domain])].map(spelled).join('|');
  const rough = `${local}${spelled('@')}(?:${domains})`;
  const begins = `(?<!${ADDRESS_CHARACTER})|(?<=${ESCAPE})(?<!${ADDRESS_ESCAPE})`;
  // A plus sign is a space where the rest is written as in a form.
  const inForm = `(?<=\\+)(?=${local}%40)`;
  return { exact: `(?:${begins}|${inForm})${rough}(?![[:alnum:]-]|\\.[[:alnum:]])`, rough };
}

/** Each character as it is or, unless no writer would, as an escape of JSON or of URLs. */
function spelled(text: string): string {
  return [...text]
    .map((character) => (/[a-z0-9]/i.test(character) ? character : inAnyForm(character)))
    .join('');
}

function inAnyForm(character: string): string {
  // PostgreSQL may know case of ASCII letters alone.
  const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
  return `(?:${[literal, inJson, inUrl].flatMap((write) => cases.map(write)).join('|')})`;
}

function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `\\${character}`);
}

/** In a text of JSON that is quoted in another one, a backslash is doubled. */
function inJson(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\\\+u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** As URLs have it, also what need not be written so. */
function inUrl(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
