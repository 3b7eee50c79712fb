/** One line of text: no control characters, no halves of characters. PostgreSQL could not keep all of them. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** A surrogate that stands alone: no text in any encoding. */
export const HALF_CHARACTER = /\p{Cs}/u;
