/** One line of text: no control characters and no lone surrogates, which PostgreSQL could not all store. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** Text with line breaks and tabs, but no other control characters and no lone surrogates. */
export const RUNNING_TEXT = /^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u;

/** A lone surrogate, which no encoding can express. */
export const LONE_SURROGATE = /\p{Cs}/u;
