import { describe, expect, it } from 'vitest';
import { markDocument, pathIn, visitLanguage, type LanguageSources } from './visit-language.js';

/** A browser at an address, with what it stores. */
function browserAt(path: string, stored: Record<string, string> = {}) {
  const location = { href: `https://capture.test${path}` };
  const sources: LanguageSources = {
    location,
    history: {
      state: null,
      replaceState: (_state, _title, url) => {
        location.href = new URL(String(url), location.href).href;
      },
    },
    storage: () => ({
      getItem: (key) => stored[key] ?? null,
      setItem: (key, value) => {
        stored[key] = value;
      },
    }),
    preferred: ['en'],
  };
  return { sources, location, stored };
}

describe('the language of a visit', () => {
  it('is stored when the address asks for it, and leaves the address with everything else in place', () => {
    const { sources, location, stored } = browserAt('/r/ctc_1?k=secret&lang=ar#x');
    expect(visitLanguage(sources)).toBe('ar');
    expect(location.href).toBe('https://capture.test/r/ctc_1?k=secret#x');
    expect(visitLanguage(browserAt('/console', stored).sources)).toBe('ar');
  });

  it('leaves what is stored when the address asks for a language that the pages do not have', () => {
    const { sources, stored } = browserAt('/?lang=xx', { 'capture:language': 'ar' });
    expect(visitLanguage(sources)).toBe('ar');
    expect(stored).toEqual({ 'capture:language': 'ar' });
  });

  it('is found in browsers that keep nothing', () => {
    const refuse = () => {
      throw new DOMException('no site data', 'SecurityError');
    };
    const { sources } = browserAt('/?lang=ar');
    expect(visitLanguage({ ...sources, storage: refuse })).toBe('ar');
  });

  it('is a click away from the same page', () => {
    expect(pathIn('ar', { href: 'https://capture.test/console/requests?status=draft' })).toBe(
      '/console/requests?status=draft&lang=ar',
    );
  });

  it('says which way the document runs', () => {
    const root = { lang: '', dir: '' };
    markDocument('ar', root);
    expect(root).toEqual({ lang: 'ar', dir: 'rtl' });
    markDocument('en', root);
    expect(root).toEqual({ lang: 'en', dir: 'ltr' });
  });
});
