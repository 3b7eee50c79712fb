/** Digits of TypeIDs, in their order (Crockford's base 32). */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Characters that hold the 48 bits of a UUIDv7's time, two leading zeros included. */
const LENGTH = 10;

/** The text below which are the ids of that prefix made before `at`, and no others. */
export function idBound(prefix: string, at: Date): string {
  let rest = at.getTime();
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return `${prefix}_${text}`;
}

/** The time of a bound that `idBound` made. @throws Error for any other text. */
export function timeOfBound(bound: string): Date {
  const text = bound.slice(bound.lastIndexOf('_') + 1);
  const places = [...text].map((digit) => DIGITS.indexOf(digit));
  if (places.length !== LENGTH || places.includes(-1)) throw new Error(`${bound} is no bound of ids`);
  return new Date(places.reduce((sum, place) => sum * DIGITS.length + place, 0));
}
