import type { Catalogue } from './language/catalogue.js';
import type { Language, TranslatedLanguage } from './language/languages.js';
import type { Route } from './route.js';

type Load = () => Promise<{ catalogue: Catalogue }>;

// Each is a chunk of its own, so that a page downloads the texts of one language, and only its own.
const CATALOGUES: Record<TranslatedLanguage, Record<Route['entry'], Load>> = {
  ar: {
    landing: () => import('./landing/copy/ar.js'),
    unknown: () => import('./landing/copy/ar.js'),
    recorder: () => import('./recorder/copy/ar/catalogue.js'),
    room: () => import('./room/copy/ar/catalogue.js'),
    account: () => import('./account/copy/ar.js'),
    console: () => import('./console/copy/ar/catalogue.js'),
  },
};

/** The texts of a page in a language. None in English, which is in the code. */
export async function loadCatalogue(language: Language, entry: Route['entry']): Promise<Catalogue> {
  if (language === 'en') return {};
  return (await CATALOGUES[language][entry]()).catalogue;
}
