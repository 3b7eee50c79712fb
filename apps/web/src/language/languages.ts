/** The languages of the pages, and which of them a visit is in. */

interface LanguageFacts {
  /** Its name in itself, for whoever reads no other. */
  name: string;
  /** BCP 47, for `Intl`. */
  locale: string;
  direction: 'ltr' | 'rtl';
}

export const LANGUAGES = {
  en: { name: 'English', locale: 'en', direction: 'ltr' },
  // Latin digits, as clocks, codes and sizes beside the text have them.
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl' },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof LANGUAGES;
/** English is in the code; every other language is a catalogue. */
export type TranslatedLanguage = Exclude<Language, 'en'>;

interface Wishes {
  /** `?lang=` of the address. */
  asked: string | null;
  /** What was chosen here before. */
  stored: string | null;
  /** `navigator.languages`, the dearest first. */
  preferred: readonly string[];
}

/** The first wish that there is a language for; English where there is none. */
export function chooseLanguage({ asked, stored, preferred }: Wishes): Language {
  for (const wish of [asked, stored, ...preferred]) {
    const language = languageOf(wish);
    if (language) return language;
  }
  return 'en';
}

/** The language of a BCP 47 tag such as `ar-EG`; undefined where the pages do not have it. */
export function languageOf(tag: string | null): Language | undefined {
  const [primary] = (tag ?? '').toLowerCase().split('-');
  return (Object.keys(LANGUAGES) as Language[]).find((language) => language === primary);
}
