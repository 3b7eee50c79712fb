import { chooseLanguage, languageOf, LANGUAGES, type Language } from './languages.js';

const PARAMETER = 'lang';
const STORAGE_KEY = 'capture:language';

/** The parts of the browser that know about languages. Tests pass fakes. */
export interface LanguageSources {
  location: Pick<Location, 'href'>;
  history: Pick<History, 'state' | 'replaceState'>;
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
  preferred: readonly string[];
}

/**
 * The language of this visit. `?lang=` counts from then on in this browser, and leaves the address, so that a link that is copied
 * from there is in the language of whoever opens it.
 */
export function visitLanguage({ location, history, storage, preferred }: LanguageSources): Language {
  const url = new URL(location.href);
  const asked = url.searchParams.get(PARAMETER);
  if (asked !== null) {
    const language = languageOf(asked);
    if (language) remember(storage, language);
    url.searchParams.delete(PARAMETER);
    history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  }
  return chooseLanguage({ asked, stored: read(storage), preferred });
}

/** The same page in another language. */
export function pathIn(language: Language, location: Pick<Location, 'href'>): string {
  const url = new URL(location.href);
  url.searchParams.set(PARAMETER, language);
  return url.pathname + url.search + url.hash;
}

/** What styles and screen readers go by. */
export function markDocument(language: Language, root: Pick<HTMLElement, 'lang' | 'dir'>): void {
  root.lang = language;
  root.dir = LANGUAGES[language].direction;
}

// Browsers that block site data throw on access. `?lang=` then counts for one page.
function read(storage: LanguageSources['storage']): string | null {
  try {
    return storage().getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function remember(storage: LanguageSources['storage'], language: Language): void {
  try {
    storage().setItem(STORAGE_KEY, language);
  } catch {
    return;
  }
}
