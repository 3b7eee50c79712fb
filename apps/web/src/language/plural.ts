/** A text for each of Arabic's six kinds of numbers; `#` stands for the number. */
export type ArabicForms = Readonly<Record<Intl.LDMLPluralRule, string>>;

/** Plurals of a language. `Intl` knows which form a number takes. */
export function pluralsOf(locale: string): (count: number, forms: ArabicForms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => forms[rules.select(count)].replace('#', numbers.format(count));
}

/**
 * A name, address or code of another direction within a sentence, kept apart from it by the marks that Unicode has for that
 * (FSI and PDI): what `<bdi>` is in markup.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
