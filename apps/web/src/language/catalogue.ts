import { LANGUAGES, type Language } from './languages.js';

/** Texts of one language: by module of the English ones, then by the name that they are exported under. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The same texts in another language. What English has and this lacks does not compile. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { [K in keyof T]: Translation<T[K]> };

let spoken: { language: Language; catalogue: Catalogue } = { language: 'en', catalogue: {} };

/** Sets the language of the page, once, before any module with texts is loaded. */
export function speak(language: Language, catalogue: Catalogue = {}): void {
  spoken = { language, catalogue };
}

/**
 * Texts in the language of the page.
 *
 * @param module names the module of `name` in the catalogues, such as `console/account`
 * @param english the texts as they are written in the code
 */
export function localized<T>(module: string, name: string, english: T): T {
  return (spoken.catalogue[module]?.[name] as T | undefined) ?? english;
}

export function currentLanguage(): Language {
  return spoken.language;
}

/**
 * For `Intl`.
 *
 * @param english the kind of English, where it matters
 */
export function currentLocale(english = 'en'): string {
  return spoken.language === 'en' ? english : LANGUAGES[spoken.language].locale;
}
