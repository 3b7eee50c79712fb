/** One line of text: no control characters, which PostgreSQL would in part refuse. */
export const ONE_LINE = /^\P{Cc}*$/u;

/** Running text: line breaks and tabs are welcome. */
export const RUNNING_TEXT = /^[\P{Cc}\n\r\t]*$/u;
