import { currentLanguage } from './catalogue.js';
import { LANGUAGES, type Language } from './languages.js';
import { pathIn } from './visit-language.js';

const others = (): Language[] =>
  (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== currentLanguage());

/** Leads to this page in each of the other languages, named in itself. The page is loaded anew. */
export function LanguageLinks() {
  return others().map((language) => {
    const { name, direction } = LANGUAGES[language];
    return (
      <a
        key={language}
        className="language"
        href={pathIn(language, location)}
        hrefLang={language}
        lang={language}
        dir={direction}
        // An address without ?lang= after the key has left it: read anew when it is followed.
        onClick={(event) => {
          event.currentTarget.href = pathIn(language, location);
        }}
      >
        {name}
      </a>
    );
  });
}
