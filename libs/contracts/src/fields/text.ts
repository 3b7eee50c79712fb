// These patterns go into the OpenAPI documents, so they keep to what every JSON Schema validator knows: no flags, no
// property escapes. That they accept pairs of surrogates lets them mean the same with and without the flag "u".

const SURROGATES = '\\uD800-\\uDFFF';
const PAIR = '[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]';
const CONTROLS = '\\u0000-\\u001F\\u007F-\\u009F';
const CONTROLS_BUT_BREAKS = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

/** One line of text: no control characters and no lone surrogates, which PostgreSQL could not all store. */
export const ONE_LINE = new RegExp(`^(?:[^${CONTROLS}${SURROGATES}]|${PAIR})*$`);

/** Text with line breaks and tabs, but no other control characters and no lone surrogates. */
export const RUNNING_TEXT = new RegExp(`^(?:[^${CONTROLS_BUT_BREAKS}${SURROGATES}]|${PAIR})*$`);

/** A media type of a recording, with its parameters. */
export const RECORDED_TYPE = new RegExp(`^(?:video|audio)/[A-Za-z0-9.+-]+(?:;[^${CONTROLS}]*)?$`);

/** What the patterns ask for, in words that follow the name of a field. */
export const MEANINGS: ReadonlyMap<RegExp, string> = new Map([
  [ONE_LINE, 'must be one line, without control characters'],
  [RUNNING_TEXT, 'must not contain control characters but tabs and line breaks'],
  [RECORDED_TYPE, 'must be a type of video or audio, such as video/mp4'],
]);

/** A lone surrogate, which no encoding can express. */
const LONE_SURROGATE = /\p{Cs}/u;

/** PostgreSQL refuses NUL in a text, and a lone surrogate would be stored as another character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** Characters that show nothing or turn the direction of text: what contains one is not what it looks like. */
export const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Shows something, on one line. Joiners and variation selectors are part of scripts and emoji; other characters that
 * nobody sees are not allowed, nor those that turn the direction of text.
 */
export const VISIBLE_NAME =
  /^(?=.*[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800])(?:[\u034f\u200c\u200d\p{Variation_Selector}]|[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])*$/u;
