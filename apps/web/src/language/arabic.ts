/** Plurals and names in Arabic texts. */
import { LANGUAGES } from './languages.js';
import { pluralsOf } from './plural.js';

export { isolated } from './plural.js';
/** `#` of the form that the number takes. */
export const counted = pluralsOf(LANGUAGES.ar.locale);
export const number = (value: number): string => new Intl.NumberFormat(LANGUAGES.ar.locale).format(value);
